import type { Page } from 'playwright-core';
import { getDocument } from 'unpdf/pdfjs';
import { expect, it } from 'vitest';
import { findViolations } from '../support/browser/axe.ts';
import { crowded } from '../support/browser/crowded.ts';
import { siteJourney } from '../support/browser/journey.ts';
import { excessWidth, fontsAreThere } from '../support/browser/pages.ts';
import { HEIGHT, takeWindow } from '../support/browser/windows.ts';

/** What holds for every page. Each page is loaded once for all of it, which takes longer than a look at it. */

const journey = siteJourney();

/** User Center redirects a guest to Login. Of people and awards: with many records and with few; with a winner and without. */
const isChosen = (path: string) =>
  path !== '/user' &&
  (!/^\/(people|awards)\//.test(path) || /\/(minhyuk-sung|utah-teapot|lifetime2025|young2019)$/.test(path));
/** Pages whose template another page has too, and those that only a member sees. */
const ALIKE =
  /^\/(people\/utah-teapot|awards\/young2019|PGConferences|GMPHome|GMPProcedures|award-nominations-.*|pg-2025-.*|icig-.*|contact|login|card|.*-graphics-at-.*)$/;

/** What does not fit: pixels, broken words, and links that overlap. */
const problems = async (page: Page) => [await excessWidth(page), await crowded(page)];
const NONE = [0, []];

const setTextSize = (page: Page, textSize: string): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, textSize);

/** 832 px is the narrowest window with headings beside the content. Templates take turns. */
const WIDER = [1440, 1000, 832];

/** What every page has alike, for which axe needs as long as for the rest. */
const FRAME = ['.header', '.header-compact', '.mobile-menu', '.footer'];

/** The text of each sheet, as none has pictures alone, and the points of the first line, which is 18 px high. */
async function sheetsOf(page: Page) {
  // A copy of the bytes: pdf.js empties the array that it is given.
  const data = new Uint8Array(await page.pdf({ format: 'A4' }));
  const pdf = await getDocument({ data, verbosity: 0 }).promise;
  const printed = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)));
  const contents = await Promise.all(printed.map((sheet) => sheet.getTextContent()));
  const [first] = contents.flatMap(({ items }) => items.flatMap((item) => ('str' in item ? [item] : [])));
  return {
    texts: contents.map(({ items }) => items.map((item) => ('str' in item ? item.str : '')).join('')),
    firstPoints: Number(first?.transform[3]),
  };
}

/** The most sheets of A4 that a page needs, for those that are laid out in sheets. */
const sheets: Record<string, number> = {
  '/PacificGraphics': 2,
  '/about': 4,
  '/conferences': 5,
  '/constitution': 4,
};
const contentBehind = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((link) => getComputedStyle(link, '::after').content);

/** No card, row or entry is cut between two sheets; an address stands behind its link in running text, not behind each name. */
const printedDetails: Record<string, (page: Page) => Promise<void>> = {
  '/webinar': async (page) =>
    expect(
      await page
        .locator('main :is(li, tr, figure, .talk)')
        .evaluateAll((all) => all.filter((one) => getComputedStyle(one).breakInside !== 'avoid').length),
    ).toBe(0),
  '/news': async (page) =>
    expect(await contentBehind(page, '.news a[href^="http"]')).toMatch(/^" \(" attr\(href\) "\)"$|http/),
  '/about': async (page) =>
    expect(await contentBehind(page, '.people a[href^="http"]')).not.toMatch(/attr|http/),
};

/** For a reader whose screen is dark, in a window of the width of a sheet of paper. */
async function print(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
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
  await printedDetails[path]?.(page);
  const atMost = sheets[path];
  if (atMost === undefined) return;
  const { texts, firstPoints } = await sheetsOf(page);
  expect([path, texts.filter((text) => text.trim() === '')]).toEqual([path, []]);
  expect([path, texts.length, texts.length <= atMost]).toEqual([path, texts.length, true]);
  // Chrome makes a page smaller that is wider than the sheet.
  expect([path, firstPoints.toFixed(1)]).toEqual([path, '13.5']);
}

it('every page fits 320 px, wider windows without a broken word, and 390 px in text twice as large, satisfies axe and the content security policy, and is printed without menus, footer and search, dark on nothing, on no more sheets than it needs', async () => {
  const page = await takeWindow(journey.browser, { width: 320 });
  const paths = journey.server.pages.filter(isChosen);
  const named = [...Object.keys(printedDetails), ...Object.keys(sheets)];
  expect(named.filter((path) => !paths.includes(path))).toEqual([]);
  /** Of the templates so far, by turns in a phone by day and in a wider window by night: the first two with their frame. */
  let looks = 0;
  const look = async (path: string) => {
    const part = { include: ['html'], exclude: looks < 2 ? [] : FRAME };
    looks += 1;
    expect([path, await findViolations(page, {}, part)]).toEqual([path, []]);
  };
  for (const [nth, path] of paths.entries()) {
    await page.setViewportSize({ width: 320, height: HEIGHT });
    await page.emulateMedia({ media: null, colorScheme: 'light' });
    await page.goto(journey.server.url + path);
    await fontsAreThere(page);
    expect([path, await excessWidth(page)]).toEqual([path, 0]);
    await page.setViewportSize({ width: 390, height: HEIGHT });
    await setTextSize(page, '200%');
    expect([path, await problems(page)]).toEqual([path, NONE]);
    if (ALIKE.test(path)) continue;
    await setTextSize(page, '');
    const isByNight = looks % 2 === 1;
    if (!isByNight) await look(path);
    const width = WIDER[nth % WIDER.length] ?? 0;
    await page.setViewportSize({ width, height: HEIGHT });
    expect([path, width, await problems(page)]).toEqual([path, width, NONE]);
    if (isByNight) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await look(path);
    }
    await print(page, path);
  }
});
