import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../dist/site/data');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

type Records = Record<string, string | number | string[]>[];

it.each(['editions', 'best-papers', 'proceedings', 'awards', 'talks', 'committees', 'newsletters', 'events'])(
  'the data set %s is the same in JSON and CSV, with sources, and without samples, although this build shows them',
  (name) => {
    const records: Records = JSON.parse(read(`${name}.json`)).records;
    const csv = Papa.parse<Record<string, string>>(read(`${name}.csv`), { header: true });
    expect(csv.errors).toEqual([]);
    const columns = csv.meta.fields ?? [];
    const cellsOf = (record: Records[number]) =>
      columns.map((column) => [column, [record[column] ?? ''].flat().join('; ')]);
    expect(csv.data).toEqual(records.map((record) => Object.fromEntries(cellsOf(record))));
    // A column that is misspelled is empty. These are empty while nothing is known.
    const empty = columns.filter((column) => records.every((record) => record[column] === undefined));
    expect(['report', 'date', 'document', 'chair', 'chairAffiliation']).toEqual(
      expect.arrayContaining(empty),
    );
    expect(records.filter((record) => [record['sources'] ?? []].flat().length === 0)).toEqual([]);
    expect(read(`${name}.json`)).not.toMatch(/sample|Utah Teapot|Stanford Bunny|example\.org/i);
  },
);

it('every data set is tested', () => expect(readdirSync(folder)).toHaveLength(17));
