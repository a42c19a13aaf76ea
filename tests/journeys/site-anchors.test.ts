import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { siteJourney } from '../support/browser/journey.ts';
import { fontsAreThere, openPage } from '../support/browser/pages.ts';

/** Arrivals at anchors: first visits, with motion. */

const journey = siteJourney();
/** Below the header, which stays at the top. */
const OFFSET = 100;

async function firstVisit(width: number): Promise<Page> {
  const context = await journey.browser.newContext({ viewport: { width, height: 900 } });
  onTestFinished(() => context.close());
  return (await openPage(context)).page;
}

/** How far the target is from where it belongs; a target near the end of the page stands lower. */
const distance = (page: Page): Promise<number> =>
  page.evaluate((offset) => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return Number.NaN;
    const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
    const atEnd = scrollTop >= scrollHeight - clientHeight - 1;
    const { top } = target.getBoundingClientRect();
    return atEnd && top > offset ? 0 : Math.abs(top - offset);
  }, OFFSET);

it('an anchor is at its place on a slow network, and again after Back', async () => {
  const page = await firstVisit(390);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await page.goto(`${journey.server.url}/news`);
  // The oldest session, at the end of the longest page.
  await page.locator('main a[href*="/webinar#session"]').last().click();
  await page.waitForURL(/\/webinar#session/);
  await page.waitForLoadState('load');
  await fontsAreThere(page);
  expect(await distance(page)).toBeLessThanOrEqual(1);
  await page.goto(`${journey.server.url}/contact`);
  await page.goBack();
  await fontsAreThere(page);
  await expect.poll(() => distance(page)).toBeLessThanOrEqual(1);
});

it('a page begins at its top, and Back returns to what the reader saw, without gliding', async () => {
  const page = await firstVisit(1440);
  await page.goto(`${journey.server.url}/webinar`);
  await fontsAreThere(page);
  await page.evaluate(() => scrollTo({ top: 4000, behavior: 'instant' }));
  const topOfSession = (id: string) =>
    page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN, id);
  const inWindow = await page.evaluate(
    () =>
      [...document.querySelectorAll('main [id]')].find((one) => one.getBoundingClientRect().top > 100)?.id ??
      '',
  );
  const left = await topOfSession(inWindow);
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const seen: number[] = [];
      addEventListener('scroll', () => seen.push(scrollY));
      Object.assign(globalThis, { seen });
    });
  });
  await page.getByRole('region', { name: 'Compact header' }).getByRole('link', { name: 'Awards' }).click();
  await page.waitForURL(/\/awards$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await fontsAreThere(page);
  await expect.poll(async () => Math.abs((await topOfSession(inWindow)) - left)).toBeLessThanOrEqual(1);
  const positions = await page.evaluate(() => (globalThis as { seen?: number[] }).seen ?? []);
  expect(positions.filter((y) => y < 3800)).toEqual([]);
});
