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

const filesWith = (patterns: readonly RegExp[], among: readonly string[]) =>
  among.filter((file) => patterns.every((pattern) => pattern.test(read(file))));

describe('the repository', () => {
  it('contains no package registry and no path of a machine', () => {
    const registry = /https?:\/\/[^\s/"')]*(registry|npmjs|artifactory|nexus|verdaccio|jfrog)/;
    const machinePath = /(^|[\s"'`(=])\/(home|root|Users|work)\/\w/m;
    expect(filesWith([registry], textFiles)).toEqual([]);
    expect(filesWith([machinePath], textFiles)).toEqual([]);
  });
});
