import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { siteJourney, type Visit, visit } from '../support/browser/journey.ts';
import { fontsAreThere } from '../support/browser/pages.ts';

const journey = siteJourney();

const data = '**/data/pg-conferences.json';
const failed = 'Failed to load conference data. Please try again later.';
const none = 'No detailed information available for this conference.';

/** A page whose list of editions gets the reply `reply`. */
const open = (path: string, { reply, ...given }: Visit & { reply?: (route: Route) => unknown } = {}) =>
  visit(journey, path, { ...given, ...(reply && { answers: { [data]: reply } }) });
const json = (value: unknown) => (route: Route) => route.fulfill({ json: value });
const editions = (page: Page) => page.locator('[data-editions] .edition');

const incomplete = /^This list is incomplete, .* under Conferences\.$/;

it('PG Conferences says that it is loading, then lists all editions, newest first, with their rows and links, and does not move when they arrive', async () => {
  const gate = Promise.withResolvers<void>();
  const page = await open('/PGConferences', {
    reply: async (route) => {
      await gate.promise;
      await route.continue();
    },
  });
  expect(await page.getByRole('status').textContent()).toBe('Loading conferences data...');
  // High enough to show the footer, if it were not kept below the window.
  await page.setViewportSize({ width: 1280, height: 1200 });
  await fontsAreThere(page);
  // Only the list has italics: a font that arrives later moves its lines where the reader's own is wider.
  await page.evaluate(() => Promise.allSettled([...document.fonts].map((face) => face.load())));
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      document.body.dataset['shifts'] = JSON.stringify(list.getEntries());
    }).observe({ type: 'layout-shift' });
  });
  await page.screenshot();
  gate.resolve();
  await editions(page).first().waitFor();
  await page.screenshot();
  expect(await page.evaluate(() => document.body.dataset['shifts'])).toBeUndefined();
  expect(await page.getByText('Loading conferences data...').count()).toBe(0);
  expect(await page.getByText(incomplete).isVisible()).toBe(false);
  const headings = await editions(page).locator('h2').allTextContents();
  expect(headings).toEqual(Array.from({ length: 34 }, (_, at) => `PG ${2026 - at} [#${34 - at}]`));
  const edition = editions(page).nth(1);
  expect(await edition.locator('th').allTextContents()).toEqual([
    'Dates and location',
    'Program co-chairs',
    'Conference chairs',
    'Keynote speakers',
    'Best paper awards',
  ]);
  const link = edition.getByRole('link').first();
  expect(await link.getAttribute('href')).toBe('https://pg2025.nccu.edu.tw/');
  expect(await link.getAttribute('target')).toBe('_blank');
  expect(await editions(page).last().textContent()).toBe(
    `PG 1993 [#1]Dates and locationSeoul, South Korea${none}`,
  );
  expect(await editions(page).nth(25).getByRole('link').count()).toBe(0);
});

it('PG Conferences says that it failed, with the reason in the console', async () => {
  const page = await open('/about', { expected: /^error: / });
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  const replies: [string, (route: Route) => unknown, RegExp][] = [
    ['no array', json({ conferences: [] }), /Invalid data format: expected array/],
    ['no JSON', (route) => route.fulfill({ body: '<html>' }), /SyntaxError/],
    ['an error', (route) => route.fulfill({ status: 503, json: [] }), /pg-conferences\.json: 503/],
    ['nothing', (route) => route.abort(), /Failed to fetch/],
  ];
  for (const [name, reply, cause] of replies) {
    await page.route(data, reply);
    await page.goto(`${journey.server.url}/PGConferences`);
    await page.getByRole('alert').waitFor();
    expect([name, await page.getByRole('alert').textContent()]).toEqual([name, failed]);
    expect(await editions(page).count()).toBe(0);
    await expect.poll(() => messages.join()).toMatch(cause);
  }
});

it('PG Conferences says that the list is incomplete when it has nothing or something broken, shows the rest, and runs no code in the data', async () => {
  const page = await open('/about', { expected: /^error: / });
  const bad = '<img src=x onerror=alert(1)>';
  const lists: [unknown[], string[]][] = [
    [[], []],
    // An entry needs a year or a number.
    [
      [{ year: 2031 }, null, { rows: [] }, { number: 7 }],
      ['PG 2031', 'PG  [#7]'],
    ],
    [[{ year: 2031, rows: null }], ['PG 2031']],
    [[{ year: 2031, rows: [{ label: 'Venue', lines: [[{ text: 'Kyoto' }]] }, {}] }], ['PG 2031VenueKyoto']],
    [
      [
        {
          year: 2031,
          link: 'javascript:alert(1)',
          rows: [{ label: bad, lines: [[{ text: bad, href: '//evil' }]] }],
        },
        null,
      ],
      [`PG 2031${bad}${bad}`],
    ],
  ];
  for (const [list, shown] of lists) {
    await page.route(data, json(list));
    await page.goto(`${journey.server.url}/PGConferences`);
    await page.getByText(incomplete).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const texts = await editions(page).allTextContents();
    expect(texts.map((text) => text.replace(none, ''))).toEqual(shown);
    expect(await editions(page).locator('a, img').count()).toBe(0);
  }
});

it('PG Conferences has a plain table of years, dates and venues without scripts, and no loading line', async () => {
  const page = await open('/PGConferences', { javaScriptEnabled: false });
  expect(await page.getByRole('row').count()).toBe(34);
  expect(await page.getByText('Loading conferences data...').isVisible()).toBe(false);
  expect(await page.getByRole('row').nth(6).textContent()).toMatch(/^2020 \+ 2021Wellington, New Zealand/);
});

it('Conferences lists three series, with links to their pages, and years as links where known', async () => {
  const page = await open('/conferences');
  const hrefs = await page.locator('h2 a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(['/PacificGraphics', '/GMPHome', 'http://iccvm.org/']);
  const counts = await page.locator('tbody').evaluateAll((all) => all.map((body) => body.children.length));
  expect(counts).toEqual([33, 20, 14]);
  const linksOf = (year: RegExp) =>
    page.locator('tbody tr').filter({ hasText: year }).getByRole('link').allTextContents();
  expect(await linksOf(/^2020 \+ 2021/)).toEqual(['2020', '2021']);
  expect(await linksOf(/^2001/)).toEqual([]);
});
