import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const site = join(import.meta.dirname, '../../dist/site');
const read = (file: string) => readFileSync(join(site, file), 'utf8');

/** The text of all scripts that a page loads at first: its own, and what they import at the start. */
function scriptsAtStart(page: string): string {
  const texts = new Map<string, string>();
  const add = (file: string) => {
    if (texts.has(file)) return;
    const text = read(`_astro/${file}`);
    texts.set(file, text);
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) add(name);
  };
  for (const [, name = ''] of read(page).matchAll(/\/_astro\/([\w.-]+\.js)/g)) add(name);
  return [...texts.values()].join('\n');
}

/** A word of each package that stays when the build shortens names. */
const words = {
  'react-dom': 'onRecoverableError',
  'react-query': 'No QueryClient set',
  'react-router': '__reactRouterVersion',
  zod: '$ZodType',
  editor: 'ProseMirror',
  'QR codes': 'invalid border=',
  'names of browsers': 'Samsung Internet',
  countries: 'Afghanistan',
  charts: 'Canvas is already in use',
};

it.each([
  ['login.html', ['react-dom']],
  ['user.html', ['react-dom', 'react-query', 'react-router']],
])('%s loads these packages at the start: %j', (page, parts) => {
  const text = scriptsAtStart(page);
  const found = Object.entries(words).filter(([, word]) => text.includes(word));
  expect(found.map(([name]) => name)).toEqual(parts);
});

it.each(Object.entries(words))('%s are somewhere among the scripts', (_, word) => {
  const files = globSync('_astro/*.js', { cwd: site });
  expect(files.filter((file) => read(file).includes(word)).length).toBeGreaterThan(0);
});
