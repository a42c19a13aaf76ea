import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { siteJourney } from '../support/browser/journey.ts';
import { fontsAreChosen, fontsAreThere, openPage } from '../support/browser/pages.ts';

/** First visits: the browser has nothing in its cache. */

const journey = siteJourney();

async function firstVisit({ width = 412, javaScriptEnabled = true } = {}): Promise<Page> {
  const viewport = { width, height: 823 };
  const context = await journey.browser.newContext({ viewport, deviceScaleFactor: 1.75, javaScriptEnabled });
  onTestFinished(() => context.close());
  return (await openPage(context)).page;
}

const markOf = (page: Page, name: string) => page.locator('html').getAttribute(`data-${name}`);

it('a page is painted before any of the site’s fonts has arrived, and changes to them once all have; a later page has them at once', async () => {
  const page = await firstVisit({ width: 1440 });
  await page.addInitScript(() => {
    // Italics too: a face that arrives after the change lays the page out a second time.
    new MutationObserver(() => {
      const late = [...document.fonts].filter(({ status }) => status === 'loading');
      document.documentElement.dataset['late'] = String(late.length);
    }).observe(document, { attributes: true, attributeFilter: ['data-fonts'], subtree: true });
    addEventListener('DOMContentLoaded', () => {
      const { dataset } = document.documentElement;
      dataset['parsed'] = dataset['fonts'] ?? 'none';
    });
  });
  const gate = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(`${journey.server.url}/webinar`, { waitUntil: 'commit' });
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  await expect.poll(paints).toBe(1);
  expect(await markOf(page, 'fonts')).toBeNull();
  gate.resolve();
  await fontsAreChosen(page);
  expect(await page.locator('em, i').count()).toBeGreaterThan(0);
  expect([await markOf(page, 'fonts'), await markOf(page, 'late')]).toEqual(['site', '0']);

  expect(await markOf(page, 'parsed')).toBe('none');
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'News', exact: true })
    .click();
  await page.waitForURL('**/news');
  expect(await markOf(page, 'parsed')).toBe('site');
  await page.goto(`${journey.server.url}/about`);
  await page.goto(`${journey.server.url}/news#y2023`);
  expect(await markOf(page, 'parsed')).toBe('site');
});

it('the site’s fonts wait for the next page where they would move a line of this one', async () => {
  const page = await firstVisit();
  await page.goto(`${journey.server.url}/GMPProcedures`);
  await fontsAreChosen(page);
  expect(await markOf(page, 'fonts')).toBe('reader');
  await page.getByRole('main').getByRole('link', { name: 'GMP Conferences' }).last().click();
  await page.waitForURL('**/GMPConferences');
  await fontsAreChosen(page);
  expect(await markOf(page, 'fonts')).toBe('site');
});

it('the site’s fonts need no script', async () => {
  const page = await firstVisit({ javaScriptEnabled: false });
  const requested = page.waitForRequest('**/*.woff2');
  await page.goto(`${journey.server.url}/about`);
  await requested;
});

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
