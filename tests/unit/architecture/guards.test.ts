import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testsOf } from './tests.ts';

/** A row of a table: promise and test, whose name may end with "…" for the rest of it. */
const ROW = /^\| (?!Promise |-)(.+?) \| ([^:]+): (.+) \|$/;

const tests = join(import.meta.dirname, '../..');
const lines = readFileSync(join(tests, '../docs/guards.md'), 'utf8').split('\n');
const rows = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| Promise '));

/** Whether a name, which may be cut, is that of one test. */
const isOne = (name: string, known: string[]) =>
  known.filter((test) => (name.endsWith('…') ? test.startsWith(name.slice(0, -1)) : test === name)).length ===
  1;

it('each row of docs/guards.md names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(140);
  const named = Map.groupBy(rows, (row) => ROW.exec(row)?.[2] ?? '');
  const missing = [...named].flatMap(([file, ofFile]) => {
    const path = join(tests, file);
    const known = file && existsSync(path) ? testsOf(path) : [];
    return ofFile.filter((row) => !isOne(ROW.exec(row)?.[3]?.replaceAll('\\|', '|') ?? '', known));
  });
  expect(missing).toEqual([]);
});
