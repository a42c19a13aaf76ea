import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import archive from '../../content/archive/gmp.json' with { type: 'json' };

it('no content of the archive is in any file of the site', () => {
  const site = join(import.meta.dirname, '../../dist/site');
  const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const links = Object.values(archive).flatMap((years) => years.flatMap((year): object[] => year.links));
  const canaries = links.flatMap((link) =>
    Object.entries(link).flatMap(([name, value]) => (name === 'url' ? [] : [String(value)])),
  );
  expect([canaries.length > 20, files.length > 20]).toEqual([true, true]);
  for (const { parentPath, name } of files) {
    const content = readFileSync(join(parentPath, name), 'utf8');
    expect([name, canaries.filter((canary) => content.includes(canary))]).toEqual([name, []]);
  }
});
