import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import archive from '../../content/archive/gmp.json' with { type: 'json' };

const site = join(import.meta.dirname, '../../dist/site');
const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const links = Object.values(archive).flatMap((years) => years.flatMap((year): object[] => year.links));
const canaries = links.flatMap((link) =>
  Object.entries(link).flatMap(([name, value]) => (name === 'url' ? [] : [String(value)])),
);

it('the archive has content to search for, and files to search', () => {
  expect(canaries.length).toBeGreaterThan(20);
  expect(files.length).toBeGreaterThan(20);
});

it.each(files.map(({ parentPath, name }) => join(parentPath, name)))(
  'no content of the archive is in %s',
  (file) => {
    const content = readFileSync(file, 'utf8');
    expect(canaries.filter((canary) => content.includes(canary))).toEqual([]);
  },
);
