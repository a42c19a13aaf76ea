import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));

/** Styles without comments, addresses and quoted text, where a dot begins no class. */
const stylesheets = read('site/styles/**/*.css').map((text) =>
  text.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"/g, ''),
);
const markup = read('{site,account-island,infra/local}/**/*.{astro,ts,tsx,mdx}').join('\n');

/** The editor's library gives its own classes. */
const isForeign = (name: string) => name.startsWith('ProseMirror');
/** `table--wrap` and `part-1` also count as used where their end is computed: `table--${…}`, `part-${…}`. */
const isUsed = (name: string) =>
  new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(markup) ||
  (/--\w|-\d$/.test(name) && markup.includes(`${name.replace(/(.*-).*/, '$1')}\${`));

it('every class of a stylesheet is given to an element', () => {
  const classes = new Set(stylesheets.flatMap((text) => text.match(/(?<=\.)[a-z_][\w-]*/gi) ?? []));
  expect(classes.size).toBeGreaterThan(200);
  expect([...classes].filter((name) => !isForeign(name) && !isUsed(name))).toEqual([]);
});

it('every custom property of a stylesheet is read', () => {
  const all = stylesheets.join('\n');
  const properties = new Set(all.match(/(?<=[\s{;])--[\w-]+(?=\s*:)/g));
  expect(properties.size).toBeGreaterThan(40);
  expect([...properties].filter((name) => !new RegExp(`var\\(${name}[,)]`).test(all + markup))).toEqual([]);
});
