import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataPath, dataRecords, schemaPath } from '../../site/schemas/open-data.ts';
import { siteJourney, visit } from '../support/browser/journey.ts';
import { overflowOf } from '../support/browser/pages.ts';
import { asCells, type DataFile, findSchemaErrors, readCsvRecords } from '../support/open-data.ts';

const dist = join(import.meta.dirname, '../../dist/site');
const read = (path: string) => readFileSync(join(dist, path), 'utf8');
const fileOf = (name: string): DataFile => JSON.parse(read(dataPath(name, 'json')));
const names = Object.keys(dataRecords);
const journey = siteJourney();

describe.each(names)('the data set %s', (name) => {
  it('is valid by its own schema, which it names', () => {
    const file = fileOf(name);
    expect(findSchemaErrors(JSON.parse(read(schemaPath(name))), file)).toEqual([]);
    expect(file).toMatchObject({ $schema: expect.stringMatching(new RegExp(`${schemaPath(name)}$`)) });
  });

  it('has the same records in CSV', () => {
    const { records } = fileOf(name);
    const rows = readCsvRecords(read(dataPath(name, 'csv')));
    expect(rows).toEqual(asCells(records, Object.keys(rows[0] ?? {})));
    expect(rows.length).toBeGreaterThan(0);
  });

  it('has no sample, although this build shows them', () =>
    expect(read(dataPath(name, 'json'))).not.toMatch(/sample|Utah Teapot|Stanford Bunny|example\.org/i));
});

it('no other file stands among the data sets', () =>
  expect(readdirSync(join(dist, 'data')).sort()).toEqual(
    [...names.flatMap((name) => [`${name}.json`, `${name}.csv`]), 'pg-conferences.json', 'schemas'].sort(),
  ));

it('the page leads to every file and says its size and the number of its records, and its figures have their numbers in tables', async () => {
  const { page } = await visit(journey, '/data', { javaScriptEnabled: false });
  // The slashes of the trail are not read out.
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  expect(await trail.ariaSnapshot()).toContain('- listitem: Open Data');
  const said = await page.locator('.sets p:last-child').allTextContents();
  const sizeOf = (path: string) =>
    `${Math.max(1, Math.round(statSync(join(dist, path)).size / 1000))}\u00a0kB`;
  expect(said).toEqual(
    names.map(
      (name) =>
        `${fileOf(name).records.length} records: ${name}.json ${sizeOf(dataPath(name, 'json'))}, ${name}.csv ${sizeOf(dataPath(name, 'csv'))}, schema of ${fileOf(name).title}`,
    ),
  );

  // And the figures have the numbers of the data in tables below them.
  const { records } = fileOf('editions');
  const [places, papers] = await Promise.all(
    ['Fig. 2 as a table', 'Fig. 3 as a table'].map(async (summary) => {
      await page.getByText(summary).click();
      const rows = page.locator('details', { hasText: summary }).getByRole('row');
      return rows.evaluateAll((all) =>
        all.slice(1).map((row) => [...row.children].map(({ textContent }) => textContent)),
      );
    }),
  );
  const counts = Map.groupBy(records, ({ countryOrRegion = 'Not recorded' }) => countryOrRegion);
  expect(new Map(places?.map(([place, count]) => [place, Number(count)]))).toEqual(
    new Map([...counts].map(([place, held]) => [place, held.length])),
  );
  expect(papers).toEqual(
    records
      .filter(({ submissions }) => submissions !== undefined)
      .map(({ year, submissions, acceptedPapers }) => [
        `${year}`,
        `${submissions}`,
        `${acceptedPapers}`,
        `${Math.round((100 * Number(acceptedPapers)) / Number(submissions))}%`,
      ])
      .reverse(),
  );
});

it('in the figures the years run to the right or, at 390 px, down, no text is smaller than 13 px, and pictures have titles and descriptions', async () => {
  const { page, expectCleanConsole } = await visit(journey, '/data', { width: 1440 });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    const years = await page
      .locator('.timeline .years')
      .evaluate((list): DOMRect => list.getBoundingClientRect().toJSON());
    expect([width, years.width > years.height]).toEqual([width, width === 1440]);
    const sizes = await page
      .locator('.chart :is(text, li, b, span, figcaption)')
      .evaluateAll((all) => all.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(13);
    // For screen readers.
    const images = page.getByRole('img', { name: /1993 to 2026|2000 to 2013/ });
    expect(await images.locator('> desc').allTextContents()).toEqual([
      expect.stringMatching(/^\d+ editions, of which \d+ in China/),
      expect.stringMatching(/^Between 14 and 37 percent/),
    ]);
  }
  expectCleanConsole();
});
