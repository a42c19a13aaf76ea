import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { siteJourney } from '../support/browser/journey.ts';
import { fontsAreThere, openPage } from '../support/browser/pages.ts';
import { openPdf, pagesOf } from '../support/read-pdf.ts';

const journey = siteJourney();

/** A window of the width of a sheet of paper, of a reader whose screen is dark. */
async function printed(path: string) {
  const viewport = { width: 794, height: 1123 };
  const context = await journey.browser.newContext({ viewport, colorScheme: 'dark' });
  onTestFinished(() => context.close());
  const { page } = await openPage(context);
  await page.goto(journey.server.url + path);
  await fontsAreThere(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  return page;
}

/** The templates of awards and of people are each printed twice. */
const isPrinted = (path: string) =>
  !['/login', '/user', '/card'].includes(path) &&
  (!path.startsWith('/awards/') || /\/(lifetime2025|young2019)$/.test(path)) &&
  (!path.startsWith('/people/') || /\/(minhyuk-sung|utah-teapot)$/.test(path));

/** The text of each sheet, as none has pictures alone, and the points of the first line, which is 18 px high. */
async function sheetsOf(page: Page) {
  const pdf = await openPdf(await page.pdf({ format: 'A4' }));
  const contents = await Promise.all((await pagesOf(pdf)).map((printed) => printed.getTextContent()));
  const [first] = contents.flatMap(({ items }) => items.flatMap((item) => ('str' in item ? [item] : [])));
  return {
    texts: contents.map(({ items }) => items.map((item) => ('str' in item ? item.str : '')).join('')),
    firstPoints: Number(first?.transform[3]),
  };
}

const longest: Record<string, number> = { '/webinar': 34 };

it('every page is printed without menus, footer and search, dark on nothing, on no more sheets than it needs', async () => {
  const page = await printed('/');
  for (const path of journey.server.pages.filter(isPrinted)) {
    await page.goto(journey.server.url + path);
    await fontsAreThere(page);
    const parts =
      '.nav, .header-compact, .header__actions, .mobile-menu, .back-to-top, .footer, [href="/search"]';
    const shown = await page
      .locator(parts)
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ className }) => className));
    const { background, lightness, width } = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      const { scrollWidth } = document.documentElement;
      return {
        background: backgroundColor,
        lightness: Number(/oklch\(([\d.]+)/.exec(color)?.[1]),
        width: scrollWidth,
      };
    });
    expect([path, shown, background]).toEqual([path, [], 'rgba(0, 0, 0, 0)']);
    expect([path, lightness < 0.4, width <= 794]).toEqual([path, true, true]);
    const { texts, firstPoints } = await sheetsOf(page);
    expect([path, texts.filter((text) => text.trim() === '')]).toEqual([path, []]);
    expect([path, texts.length <= (longest[path] ?? 14)]).toEqual([path, true]);
    // Chrome makes a page smaller that is wider than the sheet.
    expect([path, firstPoints.toFixed(1)]).toEqual([path, '13.5']);
  }
});

it('no card, row or entry is cut between two sheets', async () => {
  const page = await printed('/webinar');
  const cut = await page
    .locator('main :is(li, tr, figure, .talk)')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).breakInside !== 'avoid').length);
  expect(cut).toBe(0);
});

it('an address stands behind its link in running text, and not behind each name', async () => {
  const page = await printed('/news');
  const behind = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((link) => getComputedStyle(link, '::after').content);
  expect(await behind('.news a[href^="http"]')).toMatch(/^" \(" attr\(href\) "\)"$|http/);
  await page.goto(`${journey.server.url}/about`);
  expect(await behind('.people a[href^="http"]')).not.toMatch(/attr|http/);
});
