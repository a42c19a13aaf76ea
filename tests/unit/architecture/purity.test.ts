import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const textOf = (file: string): string => readFileSync(file, 'utf8');

/** What differs from run to run, by the text of its use. */
const surroundings =
  /process\.env|Date\.now\(|new Date\(\)|Math\.random\(|performance\.now\(|\bset(Timeout|Interval|Immediate)\(|\bfetch\(/;

it('domain and shared code receives clock, random bytes and environment as arguments', () => {
  const files = globSync('functions/**/*.ts', {
    exclude: ['functions/{platform,handlers}/**', '**/*{repository,routes}.ts'],
  });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => surroundings.test(textOf(file)))).toEqual([]);
});

it('rows of the audit log are written in one place, so that rights and condition hold for each', () => {
  const files = globSync('functions/**/*.ts', { exclude: ['functions/platform/table/schema.ts'] });
  const writers = files.filter((file) => /keys\.audit\(|auditPrefix/.test(textOf(file)));
  expect(writers).toEqual(['functions/audit/repository.ts']);
});
