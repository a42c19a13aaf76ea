import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { siteJourney } from '../support/browser/journey.ts';
import { fontsAreThere, openPage } from '../support/browser/pages.ts';
import { seeded } from '../support/seeded.ts';

/** Arrivals at anchors: first visits, with motion. */

const journey = siteJourney();
const PAGES = [
  '/',
  '/news',
  '/webinar',
  '/constitution',
  '/PGConferences',
  '/about',
  '/conferences',
  '/awards',
];
/** Below the header, which stays at the top. */
const OFFSET = 100;

/** The addresses with an anchor that the pages link to, in a random order. */
async function linkedAnchors(): Promise<string[]> {
  const found = new Set<string>();
  for (const path of PAGES) {
    const html = await (await fetch(journey.server.url + path)).text();
    for (const [, href = ''] of html.matchAll(/href="([^"]*#[\w-]+)"/g))
      if (!/^https?:|#(top|main|content)$/.test(href)) found.add(href.startsWith('#') ? path + href : href);
  }
  const random = seeded(100);
  return [...found]
    .map((href) => ({ href, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ href }) => href);
}

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

it('an anchor is at its place as soon as the page has its fonts, and again after Back', async () => {
  const missed: string[] = [];
  for (const [nth, href] of (await linkedAnchors()).slice(0, 8).entries()) {
    const page = await firstVisit(nth % 2 === 0 ? 1440 : 390);
    await page.goto(journey.server.url + href);
    await fontsAreThere(page);
    const off = await distance(page);
    if (!(off <= 1)) missed.push(`${href}: ${off} px`);
    if (nth < 2) {
      await page.goto(`${journey.server.url}/contact`);
      await page.goBack();
      await fontsAreThere(page);
      await expect.poll(() => distance(page)).toBeLessThanOrEqual(1);
    }
    await page.context().close();
  }
  expect(missed).toEqual([]);
});

it('an anchor is at its place on a slow phone', async () => {
  const page = await firstVisit(390);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
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

/** Whether the page stays where it is for some frames. */
const isStill = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const top = scrollY;
    for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame);
    return scrollY === top;
  });

it.each(['no-preference', 'reduce'] as const)(
  'with motion: %s, links within pages lead to their targets, by mouse and by keyboard',
  async (reducedMotion) => {
    const context = await journey.browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion,
    });
    onTestFinished(() => context.close());
    const { page } = await openPage(context);
    for (const [path, hash] of [
      ['/news', '#y2022'],
      ['/webinar', '#session7'],
      ['/constitution', '#resources'],
    ] as const) {
      await page.goto(journey.server.url + path);
      await fontsAreThere(page);
      const link = page.locator(`main a[href="${hash}"]`).first();
      const pressEnter = async () => {
        // The focus may glide the page by a few pixels: a reader takes longer for the next key.
        await link.focus();
        await expect.poll(() => isStill(page)).toBe(true);
        await link.press('Enter');
      };
      for (const follow of [() => link.click(), pressEnter]) {
        await page.evaluate(() => {
          scrollTo({ top: 0, behavior: 'instant' });
          history.replaceState(null, '', location.pathname);
          const seen = new Set<number>();
          addEventListener('scroll', () => seen.add(Math.round(scrollY)));
          Object.assign(globalThis, { seen });
        });
        await follow();
        await expect.poll(() => distance(page)).toBeLessThanOrEqual(1);
        const positions = await page.evaluate(() => (globalThis as { seen?: Set<number> }).seen?.size ?? 0);
        expect([hash, positions > 5]).toEqual([hash, reducedMotion === 'no-preference']);
      }
      const behavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
      await expect.poll(behavior).toBe('auto');
    }
  },
);
