import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Rule, rules } from './boundaries.ts';
import { cyclesIn, type Import, importsOf } from './imports.ts';

const FOLDERS = ['functions', 'account-island', 'site', 'infra'];
const files = FOLDERS.flatMap((folder) =>
  globSync([`${folder}/**/*.{ts,tsx,js,mjs}`, `${folder}/**/.well-known/*.ts`], {
    exclude: ['**/node_modules/**', '**/.astro/**'],
  }),
);
const imports = files.flatMap(importsOf);

function isForbidden({ from, to }: Rule, found: Import): boolean {
  const match = new RegExp(from.path).exec(found.from);
  if (!match) return false;
  const matches = (pattern: string) => new RegExp(pattern.replace('$1', match[1] ?? '')).test(found.to);
  return (
    matches(to.path ?? '') &&
    ![to.pathNot ?? []].flat().some(matches) &&
    !(to.isTypeOnly === false && found.isTypeOnly) &&
    !(to.isDynamic === false && found.isDynamic)
  );
}

describe('the boundaries', () => {
  it('are respected', () => {
    expect(imports.length).toBeGreaterThan(3000);
    const broken = rules.flatMap((rule) =>
      imports
        .filter((found) => isForbidden(rule, found))
        .map(({ from, to }) => `${rule.name}: ${from} imports ${to}`),
    );
    expect(broken).toEqual([]);
  });

  it('have no cycles', () => expect(cyclesIn(imports)).toEqual([]));

  const ofTheIsland = '(login|user|card)\\.tsx$|account-badge\\.ts$|intercept-submit\\.ts$';
  it.each([
    ['site', new RegExp(`^(site|content)/|^#island/(${ofTheIsland})|^#(contract|shared)/`)],
    ['site/components', /^site\/(components\/|lib\/content\/figures\.ts$)/],
    ['site/sections', /^site\/(sections|components|lib\/content|schemas|assets)\//],
    ['site/layouts', /^site\/(layouts|sections|components|lib\/content|schemas|assets|scripts)\//],
  ])('are respected in the .astro files of %s, which the tool does not read', (folder, mayImport) => {
    const outside = globSync(`${folder}/**/*.astro`).flatMap((file) => {
      const frontmatter = /^---\n(.*?)\n---/s.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
      const specifiers = [...frontmatter.matchAll(/(?:from|import) '([^'?]+)/g)].map(([, name = '']) => name);
      const relatives = specifiers.filter((name) => name.startsWith('.'));
      const aliases = folder === 'site' ? specifiers.filter((name) => name.startsWith('#')) : [];
      const targets = [...relatives.map((name) => join(dirname(file), name)), ...aliases];
      return targets.filter((target) => !mayImport.test(target)).map((target) => `${file}: ${target}`);
    });
    expect(outside).toEqual([]);
  });
});
