import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'rolldown/utils';
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

it('only handlers read the environment', () => {
  const files = globSync('functions/**/*.ts', { exclude: ['functions/handlers/**'] });
  expect(files.filter((file) => textOf(file).includes('process.env'))).toEqual([]);
});

it('no code casts a type: input is parsed, not asserted', () => {
  const files = globSync('{functions,account-island,infra,site}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules/**', 'site/.astro/**'],
  });
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => castsOf(file).map((cast) => `${file}: ${cast}`))).toEqual([]);
});

it('rows of the audit log are written in one place, so that rights and condition hold for each', () => {
  const files = globSync('functions/**/*.ts', { exclude: ['functions/platform/table/schema.ts'] });
  const writers = files.filter((file) => /keys\.audit\(|auditPrefix/.test(textOf(file)));
  expect(writers).toEqual(['functions/audit/repository.ts']);
});

it('days and months come from Hong Kong’s calendar, not from the text of an instant', () => {
  const files = globSync('{functions,account-island,infra/cli}/**/*.{ts,tsx}', {
    // Hong Kong's calendar itself, and the audit log's partitions, which are months in UTC and never shown.
    exclude: ['functions/shared/hong-kong.ts', 'functions/platform/table/schema.ts'],
  });
  expect(files.length).toBeGreaterThan(200);
  // The first 7 or 10 characters of an instant in ISO 8601 are its month or day in UTC.
  const cut = /\.(?:slice|substring)\(0, (?:7|10)\)|toISOString\(\)\.split\(/;
  expect(files.filter((file) => cut.test(textOf(file)))).toEqual([]);
});

function castsOf(file: string): string[] {
  const text = textOf(file);
  const casts: string[] = [];
  const add = ({ start, end }: { start: number; end: number }) => casts.push(text.slice(start, end));
  new Visitor({
    'TSAsExpression:exit': (node) => {
      if (text.slice(node.typeAnnotation.start, node.typeAnnotation.end) !== 'const') add(node);
    },
    'TSTypeAssertion:exit': add,
    'TSNonNullExpression:exit': add,
  }).visit(parseSync(file, text).program);
  return casts;
}
