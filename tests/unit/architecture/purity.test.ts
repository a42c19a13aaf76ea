import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const surroundings =
  /process\.env|Date\.now\(|new Date\(\)|Math\.random\(|performance\.now\(|setTimeout\(|fetch\(/;

describe('domain and shared code', () => {
  const files = globSync('functions/**/*.ts', {
    exclude: ['functions/{platform,handlers}/**', '**/*{repository,routes}.ts'],
  });

  it.each(files)('%s receives clock, random bytes and environment as arguments', (file) => {
    expect(readFileSync(file, 'utf8')).not.toMatch(surroundings);
  });

  it('exists', () => {
    expect(files.length).toBeGreaterThan(10);
  });
});

describe('the environment', () => {
  it.each(globSync('functions/**/*.ts'))('%s reads it only below functions/handlers', (file) => {
    const mayRead = file.startsWith('functions/handlers/');
    expect(mayRead || !readFileSync(file, 'utf8').includes('process.env')).toBe(true);
  });
});

describe('casts', () => {
  const sources = globSync('{functions,account-island,infra,site}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules/**', 'site/.astro/**'],
  });

  it.each(sources)('%s has none: input is parsed, not asserted', (file) => {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const casts: string[] = [];
    const visit = (node: ts.Node): void => {
      const isCast = ts.isAsExpression(node) && node.type.getText() !== 'const';
      if (isCast || ts.isTypeAssertionExpression(node) || ts.isNonNullExpression(node))
        casts.push(node.getText());
      ts.forEachChild(node, visit);
    };
    visit(source);
    expect(casts).toEqual([]);
  });
});
