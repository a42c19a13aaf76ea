import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testsOf } from './tests.ts';

/** A row of a table: promise, test, and the day on which it was seen red. */
const ROW = /^\| (?!Promise |-)(.+?) \| ([^:]+): (.+) \| (\d{4}-\d\d-\d\d)? \|$/;

const tests = join(import.meta.dirname, '../..');
const lines = readFileSync(join(tests, '../docs/guards.md'), 'utf8').split('\n');
const rows = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| Promise '));

it('each row of docs/guards.md names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(140);
  const named = Map.groupBy(rows, (row) => ROW.exec(row)?.[2] ?? '');
  const missing = [...named].flatMap(([file, ofFile]) => {
    const path = join(tests, file);
    const known = file && existsSync(path) ? testsOf(path) : [];
    return ofFile.filter((row) => !known.includes(ROW.exec(row)?.[3]?.replaceAll('\\|', '|') ?? ''));
  });
  expect(missing).toEqual([]);
});
