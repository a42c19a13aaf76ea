import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
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

describe('PG Conferences', () => {
  it('says that it is loading, then lists all editions, newest first, with dates, chairs, speakers and best papers, linked where a link exists, and does not move when they arrive', async () => {
    const gate = Promise.withResolvers<void>();
    const { page, expectCleanConsole } = await open('/PGConferences', {
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
    const links = edition.getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('target')))).toEqual([
      '_blank',
      '_blank',
    ]);
    expect(await links.first().getAttribute('href')).toBe('https://pg2025.nccu.edu.tw/');
    expect(await editions(page).last().textContent()).toBe(
      `PG 1993 [#1]Dates and locationSeoul, South Korea${none}`,
    );
    expect(await editions(page).nth(25).getByRole('link').count()).toBe(0);
    expectCleanConsole();
  });

  it('renders in the browser what GMP Conferences has in its page', async () => {
    const { page } = await open('/GMPConferences');
    const served = await page
      .locator('.edition')
      .first()
      .evaluate((edition) => edition.outerHTML);
    const view = {
      year: 2026,
      number: 20,
      link: 'https://gmp2026.kma.zcu.cz/',
      rows: [{ label: 'Dates and location', lines: [[{ text: 'May 27-29, 2026. Pilsen, Czech Republic' }]] }],
      detailed: false,
    };
    const { page: drawn } = await open('/PGConferences', { reply: json([view]) });
    await editions(drawn).waitFor();
    const bare = (html: string) =>
      html
        .replace(/ (aria-labelledby|id|scope|rel|class="")(="[^"]*")?/g, '')
        .replace(/\s*(<|>|GMP|PG)\s*/g, '$1')
        .replace(/GMP|PG/, '');
    expect(bare(await editions(drawn).evaluate((edition) => edition.outerHTML))).toBe(bare(served));
  });

  it('says that it failed, with the reason in the console', async () => {
    const { page } = await open('/about');
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

  it('says that the list is incomplete when it has nothing or something broken, and shows the rest', async () => {
    const { page } = await open('/about');
    const lists: [unknown[], string[]][] = [
      [[], []],
      [
        [{ year: 2031 }, null, { year: 2030 }],
        ['PG 2031', 'PG 2030'],
      ],
      [[{ year: 2031, rows: null }], ['PG 2031']],
      [[{ year: 2031, rows: [{ label: 'Venue', lines: [[{ text: 'Kyoto' }]] }, {}] }], ['PG 2031VenueKyoto']],
    ];
    for (const [list, shown] of lists) {
      await page.route(data, json(list));
      await page.goto(`${journey.server.url}/PGConferences`);
      await page.getByText(incomplete).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.getByText('Loading conferences data...').count()).toBe(0);
      const texts = await editions(page).allTextContents();
      expect(texts.map((text) => text.replace(none, ''))).toEqual(shown);
    }
  });

  it('requires a year or a number of each entry, and runs no code in the data', async () => {
    const bad = '<img src=x onerror=alert(1)>';
    const { page, expectCleanConsole } = await open('/PGConferences', {
      expected: [/Invalid data/],
      reply: json([
        { rows: [] },
        { number: 7 },
        {
          year: 2031,
          link: 'javascript:alert(1)',
          detailed: true,
          rows: [{ label: bad, lines: [[{ text: bad, href: '//evil.example' }]] }],
        },
      ]),
    });
    await editions(page).first().waitFor();
    expect(await editions(page).locator('h2').allTextContents()).toEqual(['PG  [#7]', 'PG 2031']);
    expect(await editions(page).first().locator('p').textContent()).toBe(none);
    expect(await editions(page).getByRole('link').count()).toBe(0);
    expect(await editions(page).locator('img').count()).toBe(0);
    expect(await editions(page).locator('td').textContent()).toBe(bad);
    expectCleanConsole();
  });

  it('has a plain table of years, dates and venues without scripts, and no loading line', async () => {
    const { page } = await open('/PGConferences', { javaScriptEnabled: false });
    expect(await page.getByRole('row').count()).toBe(34);
    expect(await page.getByText('Loading conferences data...').isVisible()).toBe(false);
    expect(await page.getByRole('row').nth(6).textContent()).toMatch(/^2020 \+ 2021Wellington, New Zealand/);
  });
});

const dist = join(import.meta.dirname, '../../dist/site');
const pageOf = (path: string) => readFileSync(join(dist, `${path}.html`), 'utf8');

/** The texts of a page's elements, from what the server sends. */
const textsOf = (html: string, element: RegExp) =>
  [...html.matchAll(element)].map(([, inner = '']) =>
    inner
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
const headings = (path: string, level: 1 | 2) =>
  textsOf(pageOf(path), new RegExp(`<h${level}\\b[^>]*>(.*?)</h${level}>`, 'gs'));

it.each([
  ['/PacificGraphics', 'Pacific Graphics', 'Home'],
  ['/PGConferences', 'PG Conferences', 'Conferences'],
  ['/GMPHome', 'Geometric Modeling and Processing', 'Home'],
  ['/GMPConferences', 'GMP Conferences', 'Conferences'],
  ['/GMPProcedures', 'GMP Procedures', 'Procedures'],
  ['/GMPArchive', 'GMP Archive', 'Archive'],
])('%s has its title, one breadcrumb for itself, and its place below Conferences', (path, title, here) => {
  const html = pageOf(path);
  expect(headings(path, 1)).toEqual([title]);
  const [, crumbs = ''] = /class="wrap breadcrumbs"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  expect(textsOf(crumbs, /<li[^>]*>(.*?)<\/li>/gs)).toEqual(
    path.startsWith('/P') ? ['Home', 'Conferences'] : ['Home', 'Conferences', 'Procedures', 'Archive'],
  );
  expect(textsOf(crumbs, /<\w+[^>]* aria-current="page"[^>]*>(.*?)<\/\w+>/gs)).toEqual([here]);
  expect([...html.matchAll(/<a href="([^"]*)" aria-current="true"/g)].map(([, href]) => href)).toEqual([
    '/conferences',
    '/conferences',
    '/conferences',
  ]);
});

it('shows all 20 GMP conferences in the page itself, newest first', () => {
  const editions = headings('/GMPConferences', 2);
  expect(editions).toHaveLength(20);
  expect([editions[0], editions[19]]).toEqual(['GMP 2026 [#20]', 'GMP 2000 [#1]']);
});

it.each([
  [
    '/PacificGraphics',
    'Description|Conference Proposals|Proceedings|Journal Paper Presentations|Steering Committee',
  ],
  [
    '/GMPHome',
    'Description|Conference Proposals|Proceedings|Best Paper Awards|Journal Paper Presentations|Steering Committee|Emeritus Members',
  ],
  ['/GMPProcedures', 'Venue|Proposals|Organizing Committee|Program Committee|Awards'],
  ['/conferences', 'Pacific Graphics|Geometric Modeling and Processing|Computational Visual Media|Events'],
])('%s has its sections', (path, sections) => expect(headings(path, 2).join('|')).toBe(sections));

it('lists three series on Conferences, with links to their pages, and years as links where known', async () => {
  const { page } = await open('/conferences');
  expect(
    await page.locator('h2 a').evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
  ).toEqual(['/PacificGraphics', '/GMPHome', 'http://iccvm.org/']);
  const rows = page.locator('tbody tr');
  expect(await page.locator('tbody').evaluateAll((all) => all.map((body) => body.children.length))).toEqual([
    33, 20, 14,
  ]);
  expect(
    await rows
      .filter({ hasText: /^2020 \+ 2021/ })
      .getByRole('link')
      .allTextContents(),
  ).toEqual(['2020', '2021']);
  expect(await rows.filter({ hasText: /^2001/ }).getByRole('link').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Asiagraphics Summit 2018' }).getAttribute('href')).toBe(
    '/agsummit2018',
  );
});
