import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Hong Kong's calendar itself, and the audit log's partitions, which are months in UTC and never shown. */
const allowed = ['functions/shared/hong-kong.ts', 'functions/platform/table/schema.ts'];

/** The first 7 or 10 characters of an instant in ISO 8601 are its month or day in UTC. */
const CUT = /\.(?:slice|substring)\(0, (?:7|10)\)|toISOString\(\)\.split\(/;

it('days and months come from Hong Kong’s calendar, not from the text of an instant', () => {
  const files = execFileSync('git', ['ls-files', 'functions', 'account-island', 'infra/cli'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !allowed.includes(file));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => CUT.test(readFileSync(file, 'utf8')))).toEqual([]);
});
