import { expect, it, onTestFinished } from 'vitest';
import { siteJourney } from '../support/browser/journey.ts';
import { fontsAreThere, openDevTools } from '../support/browser/pages.ts';

/** First visits: the browser has nothing in its cache. */

const journey = siteJourney();

/** 1.6 Mbit/s, where the fonts arrive after the first paint. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 84_375 };

/**
 * How far the page moves on a first visit with a slow phone until it is in the site's fonts, and what it asks for before it is
 * painted, but for pictures: how many of them are near enough to be loaded depends on the line.
 */
async function watchVisit(path: string) {
  const context = await journey.browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement;
      for (const entry of list.getEntries())
        if ('value' in entry) dataset['shift'] = String(Number(dataset['shift'] ?? 0) + Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const devTools = await openDevTools(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', SLOW);
  await page.goto(journey.server.url + path);
  await fontsAreThere(page);
  await page.screenshot();
  const faces = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  );
  const files = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources
      .filter(({ startTime, initiatorType }) => startTime < painted && initiatorType !== 'img')
      .map(({ name }) => name);
  });
  const shift = Number(await page.locator('html').getAttribute('data-shift'));
  return { shift, files, faces };
}

/** A fifth of the most that Core Web Vitals call good. */
const HARDLY_SEEN = 0.02;

it.each(['/', '/news', '/webinar', '/GMPProcedures', '/awards/lifetime2025'])(
  'a first visit to %s on a slow phone is in the site’s fonts, moves nothing and asks for nothing else before',
  async (path) => {
    let { shift, files, faces } = await watchVisit(path);
    expect(faces).toEqual(expect.arrayContaining(['Instrument Sans Variable', 'STIX Two Text Variable']));
    expect(files.filter((file) => !file.endsWith('.woff2'))).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(3);
    // Fonts move a page on every visit; a slow machine may once paint a hero before its caption has arrived.
    for (let again = 0; again < 2 && shift > HARDLY_SEEN; again += 1) ({ shift } = await watchVisit(path));
    expect(shift).toBeLessThanOrEqual(HARDLY_SEEN);
  },
);
