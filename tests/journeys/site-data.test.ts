import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataPath, dataRecords, schemaPath } from '../../site/schemas/open-data.ts';
import { siteJourney, visit } from '../support/browser/journey.ts';
import { asCells, type DataFile, findSchemaErrors, readCsvRecords } from '../support/open-data.ts';

const dist = join(import.meta.dirname, '../../dist/site');
const read = (path: string) => readFileSync(join(dist, path), 'utf8');
const fileOf = (name: string): DataFile => JSON.parse(read(dataPath(name, 'json')));
const names = Object.keys(dataRecords) as (keyof typeof dataRecords)[];
const journey = siteJourney();

it.each(names)(
  'the data set %s names its schema, and has no sample, although this build shows them',
  (name) => {
    const file = fileOf(name);
    expect(findSchemaErrors(JSON.parse(read(schemaPath(name))), file)).toEqual([]);
    expect(file).toMatchObject({ $schema: expect.stringMatching(new RegExp(`${schemaPath(name)}$`)) });
    const columns = Object.keys(dataRecords[name].shape);
    expect(readCsvRecords(read(dataPath(name, 'csv')))).toEqual(asCells(file.records, columns));
    expect(read(dataPath(name, 'json'))).not.toMatch(/sample|Utah Teapot|Stanford Bunny|example\.org/i);
  },
);

it('no other file stands among the data sets', () =>
  expect(readdirSync(join(dist, 'data')).sort()).toEqual(
    [...names.flatMap((name) => [`${name}.json`, `${name}.csv`]), 'pg-conferences.json', 'schemas'].sort(),
  ));

it('the page leads to every file and says its size and its records, and has the numbers of a figure in a table', async () => {
  const { page } = await visit(journey, '/data', { javaScriptEnabled: false });
  const said = await page.locator('.sets p:last-child').allTextContents();
  const sizeOf = (path: string) =>
    `${Math.max(1, Math.round(statSync(join(dist, path)).size / 1000))}\u00a0kB`;
  expect(said).toEqual(
    names.map(
      (name) =>
        `${fileOf(name).records.length} records: ${name}.json ${sizeOf(dataPath(name, 'json'))}, ${name}.csv ${sizeOf(dataPath(name, 'csv'))}, schema of ${fileOf(name).title}`,
    ),
  );
  await page.getByText('Fig. 2 as a table').click();
  const rows = page.locator('details', { hasText: 'Fig. 2 as a table' }).getByRole('row');
  const places = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.children].map(({ textContent }) => textContent)),
  );
  const counts = Map.groupBy(fileOf('editions').records, (one) => one['countryOrRegion'] ?? 'Not recorded');
  expect(new Map(places.map(([place, count]) => [place, Number(count)]))).toEqual(
    new Map([...counts].map(([place, held]) => [place, held.length])),
  );
});

it('in the figures the years run to the right or, at 390 px, down, no text is smaller than 13 px, and pictures have titles and descriptions', async () => {
  const { page } = await visit(journey, '/data', { width: 1440 });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const years = await page
      .locator('.timeline .years')
      .evaluate((list): DOMRect => list.getBoundingClientRect().toJSON());
    expect([width, years.width > years.height]).toEqual([width, width === 1440]);
    const sizes = await page
      .locator('.chart :is(text, li, b, span, figcaption)')
      .evaluateAll((all) => all.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(13);
  }
  const images = page.getByRole('img', { name: /1993 to 2026|2000 to 2013/ });
  expect(await images.locator('> desc').allTextContents()).toEqual([
    expect.stringMatching(/^\d+ editions, of which \d+ in China/),
    expect.stringMatching(/^Between 14 and 37 percent/),
  ]);
});
