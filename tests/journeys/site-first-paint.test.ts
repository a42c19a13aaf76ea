import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../support/browser/browser.ts';
import { siteJourney } from '../support/browser/journey.ts';
import { fetchReply, fontsAreChosen, fontsAreThere, openPage } from '../support/browser/pages.ts';

const journey = siteJourney();

const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 };

async function newPage(options: BrowserContextOptions = {}) {
  const context = await journey.browser.newContext({ ...phone, ...options });
  onTestFinished(() => context.close());
  return (await openPage(context)).page;
}

const markedWhenParsed = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const { dataset } = document.documentElement;
      dataset['marked'] = String('fonts' in dataset);
    });
  });

const fontsOf = (page: Page) => page.locator('html').getAttribute('data-fonts');

const marked = (page: Page) => page.locator('html').getAttribute('data-marked');

describe('the site’s own fonts', () => {
  it('are requested after the first paint', async () => {
    const page = await newPage();
    await page.goto(`${journey.server.url}/about`);
    await fontsAreChosen(page);
    expect(await fontsOf(page)).toBe('site');
    const { painted, requested } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      requested: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.woff2'))
        .map(({ startTime }) => startTime),
    }));
    expect(requested.length).toBeGreaterThan(0);
    for (const time of requested) expect(time).toBeGreaterThanOrEqual(painted);
    expect(await page.evaluate(() => document.fonts.check('500 1em "Instrument Sans Variable"'))).toBe(true);
  });

  it.each(['/webinar', '/awards/lifetime2025'])(
    'are all loaded, italics included, before %s changes to them, so that it is laid out again once, not twice',
    async (path) => {
      const page = await newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          observer.disconnect();
          document.documentElement.dataset['changed'] = String(performance.now());
        }).observe(document, { attributes: true, attributeFilter: ['data-fonts'], subtree: true });
      });
      await page.goto(journey.server.url + path);
      await fontsAreChosen(page);
      expect(await page.locator('em, i').count()).toBeGreaterThan(0);
      const late = await page.evaluate(() => {
        const changed = Number(document.documentElement.dataset['changed']);
        return performance
          .getEntriesByType('resource')
          .filter(
            ({ name, startTime, duration }) => name.endsWith('.woff2') && startTime + duration > changed,
          )
          .map(({ name }) => name);
      });
      expect(late).toEqual([]);
    },
  );

  it('wait for the next page where they would move a line of this one', async () => {
    const page = await newPage();
    await page.goto(`${journey.server.url}/GMPProcedures`);
    await fontsAreChosen(page);
    expect(await fontsOf(page)).toBe('reader');
    await page.getByRole('main').getByRole('link', { name: 'GMP Conferences' }).last().click();
    await page.waitForURL('**/GMPConferences');
    await fontsAreChosen(page);
    expect(await fontsOf(page)).toBe('site');
  });

  it('are used at once on the next page, after a reload, and for an address with an anchor', async () => {
    const page = await newPage({ viewport: { width: 1440, height: 900 } });
    await markedWhenParsed(page);
    await page.goto(`${journey.server.url}/about`);
    expect(await marked(page)).toBe('false');
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: 'News', exact: true })
      .click();
    await page.waitForURL('**/news');
    expect(await marked(page)).toBe('true');
    await page.reload();
    expect(await marked(page)).toBe('true');
    const other = await newPage();
    await markedWhenParsed(other);
    await other.goto(`${journey.server.url}/news#y2023`);
    expect(await marked(other)).toBe('true');
  });

  it('need no script', async () => {
    const page = await newPage({ javaScriptEnabled: false });
    const requested = page.waitForRequest('**/*.woff2');
    await page.goto(`${journey.server.url}/about`);
    await requested;
  });
});

/**
 * The most that Core Web Vitals would call good is ten times as much. Words after a link move by a few pixels within their
 * line when the font changes.
 */
const HARDLY_SEEN = 0.01;

const MOST_VISITS = 3;

/**
 * How far a page moves on the steadiest of up to three first visits. Fonts move it on each of them alike; a slow machine may
 * paint a hero before its caption has arrived, which then moves the title, and does so on one visit and not on the next.
 */
async function leastShift(visit: () => Promise<number>): Promise<number> {
  let least = await visit();
  for (let visits = 1; visits < MOST_VISITS && !(least <= HARDLY_SEEN); visits += 1)
    least = Math.min(least, await visit());
  return least;
}

/** How far the page moves on a first visit, until it has chosen its fonts. */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement;
      for (const entry of list.getEntries()) {
        if ('value' in entry) dataset['shift'] = String(Number(dataset['shift'] ?? 0) + Number(entry.value));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(journey.server.url + path);
  await fontsAreChosen(page);
  await page.screenshot();
  return Number(await page.locator('html').getAttribute('data-shift'));
}

it.each([
  ['/', 11],
  ['/news', 7],
  ['/webinar', 7],
  ['/PGConferences', 7],
  ['/awards/lifetime2025', 7],
])(
  "a phone's first visit to %s requests at most %i files: the page, images about to be visible, fonts",
  async (path, atMost) => {
    const page = await newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(journey.server.url + path);
    await fontsAreChosen(page);
    await fontsAreThere(page);
    expect(requested.slice(atMost)).toEqual([]);
  },
);

/** Of people and of awards, which have one template each, those with most text. */
const isMeasured = (path: string) =>
  !['/login', '/user', '/card'].includes(path) &&
  (!path.startsWith('/people/') || path === '/people/minhyuk-sung') &&
  (!path.startsWith('/awards/') || path === '/awards/lifetime2025');
const widths = [360, 390, 412, 430, 768, 1024, 1440];

it.each([
  ['fonts.conf', 0],
  ['named.conf', 1],
] as const)('no page moves on a machine with the fonts of %s, whatever its width', async (fonts, turn) => {
  // The browser of the other journeys has the fonts of the first.
  const browser = turn === 0 ? journey.browser : await launchBrowser([], fonts);
  if (turn > 0) onTestFinished(() => browser.close());
  const moved: Record<string, number> = {};
  // Pages take turns in both fonts, and each has one of the widths.
  const pages = journey.server.pages.filter(isMeasured).filter((_, nth) => nth % 2 === turn);
  for (const [nth, path] of pages.entries()) {
    const width = widths[nth % widths.length] ?? 0;
    const shift = await leastShift(async () => {
      const context = await browser.newContext({ viewport: { width, height: 823 } });
      const first = await shiftOf((await openPage(context)).page, path);
      await context.close();
      return first;
    });
    if (!(shift <= HARDLY_SEEN)) moved[`${path} at ${width} px`] = shift;
  }
  expect(moved).toEqual({});
});

const pagesWithMostText = [
  ['/constitution', 390],
  ['/news', 768],
  ['/webinar', 1440],
  ['/about', 390],
] as const;

/** A reader who has none of the fonts that the styles name: the browser takes its own. */
async function withoutNamedFonts(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await fetchReply(route);
    const body = (await response.text()).replace(/local\([^)]*\)/g, 'local("of nobody")');
    return route.fulfill({ response, body });
  });
}

it('on a machine with none of the named fonts, the first page hardly moves, and the second has the site’s own', async () => {
  const moved: Record<string, number> = {};
  for (const [path, width] of pagesWithMostText) {
    const shift = await leastShift(async () => {
      const viewport = { width, height: 900 };
      // The policy knows the styles as they are built.
      const context = await journey.browser.newContext({ viewport, bypassCSP: true });
      await withoutNamedFonts(context);
      const page = await context.newPage();
      const first = await shiftOf(page, path);
      await page.evaluate(() => location.assign('/contact'));
      await page.waitForURL('**/contact');
      await fontsAreChosen(page);
      expect(await fontsOf(page)).toBe('site');
      await context.close();
      return first;
    });
    if (!(shift <= HARDLY_SEEN)) moved[`${path} at ${width} px`] = shift;
  }
  expect(moved).toEqual({});
});
