import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { siteJourney } from '../support/browser/journey.ts';
import { fontsAreChosen, fontsAreThere, openPage } from '../support/browser/pages.ts';

/** First visits: the browser has nothing in its cache. */

const journey = siteJourney();

async function firstVisit(): Promise<Page> {
  const viewport = { width: 412, height: 823 };
  const context = await journey.browser.newContext({ viewport, deviceScaleFactor: 1.75 });
  onTestFinished(() => context.close());
  return (await openPage(context)).page;
}

const markOf = (page: Page, name: string) => page.locator('html').getAttribute(`data-${name}`);

/** How far the page moves on a first visit, until it has chosen its fonts, and the files that it asks for. */
async function watchVisit(path: string) {
  const page = await firstVisit();
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement;
      for (const entry of list.getEntries())
        if ('value' in entry) dataset['shift'] = String(Number(dataset['shift'] ?? 0) + Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(journey.server.url + path);
  await fontsAreChosen(page);
  await page.screenshot();
  const shift = Number(await markOf(page, 'shift'));
  await fontsAreThere(page);
  await page.context().close();
  return { shift, files };
}

/** A tenth of the most that Core Web Vitals would call good. Words after a link move within their line by a few pixels. */
const HARDLY_SEEN = 0.01;

it.each([
  ['/', 11],
  ['/news', 7],
  ['/webinar', 7],
  ['/awards/lifetime2025', 7],
])('a first visit to %s on a phone moves nothing and asks for at most %i files', async (path, atMost) => {
  let { shift, files } = await watchVisit(path);
  expect(files.slice(atMost)).toEqual([]);
  // Fonts move a page on every visit; a slow machine may once paint a hero before its caption has arrived.
  for (let again = 0; again < 2 && shift > HARDLY_SEEN; again += 1) ({ shift } = await watchVisit(path));
  expect(shift).toBeLessThanOrEqual(HARDLY_SEEN);
});
