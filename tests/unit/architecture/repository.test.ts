import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ignored = readFileSync('.gitignore', 'utf8').replaceAll('/', '').trim().split('\n');
const files = globSync(['**/*', '.*/*', '.*'], {
  withFileTypes: true,
  exclude: ({ name }) => [...ignored, '.git'].includes(name),
})
  .filter((entry) => entry.isFile() && entry.name !== '.git')
  .map(({ parentPath, name }) => join(parentPath, name));
const textFiles = files.filter((file) => !/\.(jpe?g|png|webp|pdf|woff2|otf|log)$/.test(file));
const read = (file: string) => readFileSync(file, 'utf8');

const sources = files.filter((file) => /\.(ts|tsx|mjs|js|astro)$/.test(file));
const filesWith = (patterns: readonly RegExp[], among: readonly string[]) =>
  among.filter((file) => patterns.every((pattern) => pattern.test(read(file))));

describe('file paths', () => {
  // A path with a space or a letter outside ASCII is percent-encoded in a file URL's `pathname`.
  it('come from import.meta.dirname, not from the address of a module', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(filesWith([/import\.meta\.(url|resolve)/, /\.pathname\b/], sources)).toEqual([]);
    expect(filesWith([/\bfileURLToPath\b/], sources)).toEqual([]);
  });
});

describe('the repository', () => {
  it('contains no package registry and no path of a machine', () => {
    const registry = /https?:\/\/[^\s/"')]*(registry|npmjs|artifactory|nexus|verdaccio|jfrog)/;
    const machinePath = /(^|[\s"'`(=])\/(home|root|Users|work)\/\w/m;
    expect(filesWith([registry], textFiles)).toEqual([]);
    expect(filesWith([machinePath], textFiles)).toEqual([]);
  });
});

describe('the commands', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const guides = [
    'README.md',
    'docs/CONTRIBUTING.md',
    'docs/moving-in.md',
    'content/README.md',
    'infra/README.md',
  ];
  const named = (file: string) =>
    [...read(file).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test))/g)].map(([, run, short]) => run ?? short);

  it.each([...guides, '.ci/run'])('in %s are scripts of package.json', (file) => {
    expect(named(file).filter((name) => !(name && name in scripts))).toEqual([]);
  });

  it('are all in the README', () => {
    const readme = read('README.md');
    const isShown = (name: string) => named('README.md').includes(name) || readme.includes(`\`${name}\``);
    expect(Object.keys(scripts).filter((name) => !isShown(name))).toEqual([]);
  });
});
