import { expect, it, onTestFinished } from 'vitest';
import { siteJourney } from '../support/browser/journey.ts';
import { fontsAreThere, openPage } from '../support/browser/pages.ts';

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

it.each([
  '/',
  '/news',
  '/webinar',
  '/awards/lifetime2025',
  '/PGConferences',
  '/asiagraphics-workshop-on-intelligent-graphics',
])('%s is printed without menus, footer and search, dark on nothing', async (path) => {
  const page = await printed(path);
  const parts =
    '.nav, .header-compact, .header__actions, .mobile-menu, .back-to-top, .footer, [href="/search"], form';
  const shown = await page
    .locator(parts)
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ className }) => className));
  expect(shown).toEqual([]);
  const { background, lightness } = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return { background: backgroundColor, lightness: Number(/oklch\(([\d.]+)/.exec(color)?.[1]) };
  });
  expect(background).toBe('rgba(0, 0, 0, 0)');
  expect(lightness).toBeLessThan(0.4);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794);
});

it('no card, row or entry is cut between two sheets', async () => {
  const page = await printed('/webinar');
  const cut = await page
    .locator('main :is(li, tr, figure, .talk)')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).breakInside !== 'avoid').length);
  expect(cut).toBe(0);
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
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
  expect(await behind('.people a[href^="http"]')).toBe('none');
});
