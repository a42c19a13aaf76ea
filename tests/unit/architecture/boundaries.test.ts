import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { beforeAll, describe, expect, it } from 'vitest';
import boundaries from './boundaries.ts';

const pagesAndParts = globSync('site/**/*.astro');
const FOLDERS = ['functions', 'account-island', 'site', 'infra'];

let result: ICruiseResult;
beforeAll(async () => {
  const { options, forbidden } = boundaries;
  const { output } = await cruise(FOLDERS, { ...options, ruleSet: { forbidden }, validate: true });
  if (typeof output === 'string') throw new Error('a report was made instead of a result');
  result = output;
});

describe('the boundaries', () => {
  it('are respected', () => {
    const broken = result.summary.violations.map(
      ({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`,
    );
    expect(broken).toEqual([]);
  });

  it.each(pagesAndParts)('are respected in %s, whose imports the tool does not read', (file) => {
    const frontmatter = /^---\n(.*?)\n---/s.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    const imports = [...frontmatter.matchAll(/(?:from|import) '([^']+)'/g)].map(
      ([, specifier = '']) => specifier,
    );
    const outside = imports.filter(
      (specifier) => specifier.startsWith('#') || specifier.includes('../../../'),
    );
    for (const specifier of outside) {
      const target = specifier.startsWith('.') ? relative('.', join(dirname(file), specifier)) : specifier;
      expect(target).toMatch(
        /^(site\/|content\/|#island\/((login|user|card)\.tsx|account-badge\.ts|intercept-submit\.ts)$|#(contract|shared)\/)/,
      );
    }
  });

  const layers: [folder: string, mayImport: RegExp][] = [
    ['components', /^site\/(components\/|lib\/content\/figures\.ts$)/],
    ['sections', /^site\/(sections|components|lib\/content|schemas|assets)\//],
    ['layouts', /^site\/(layouts|sections|components|lib\/content|schemas|assets|scripts)\//],
  ];
  it.each(layers)('keep the layer of site/%s', (folder, mayImport) => {
    const outside = globSync(`site/${folder}/**/*.astro`).flatMap((file) => {
      const imports = [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '(\.[^'?]+)/g)];
      const targets = imports.map(([, specifier = '']) => relative('.', join(dirname(file), specifier)));
      return targets.filter((target) => !mayImport.test(target)).map((target) => `${file} imports ${target}`);
    });
    expect(outside).toEqual([]);
  });

  it('are measured on the real tree', () => {
    const sources = result.modules.map(({ source }) => source);
    for (const folder of FOLDERS) {
      expect(sources.filter((source) => source.startsWith(`${folder}/`)).length).toBeGreaterThan(5);
    }
    const register = result.modules.find(({ source }) => source === 'functions/platform/http/router.ts');
    expect(register?.dependencies.map(({ resolved }) => resolved)).toContain(
      'functions/contract/endpoint.ts',
    );
  });
});
