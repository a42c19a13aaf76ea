import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Lock, nameOf } from './lock-file.ts';

const project = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const { packages } = Lock.parse(JSON.parse(read('package-lock.json')));

/** Licences that only require their notice, by their SPDX names. Python-2.0 is argparse's, OFL-1.1 that of the fonts. */
const allowed =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Python-2\.0|OFL-1\.1|MIT OR Apache-2\.0|\(MIT (OR|AND) .*\))$/;

/** Tools of the build and the tests, of which nothing is in the product. */
const tools =
  /^(@astrojs\/compiler-binding|@biomejs\/cli|@img\/sharp|lightningcss|axe-core$|ical\.js$|satori$)/;

it('every package has a licence that only requires its notice, but for tools that are not in the product', () => {
  const others = Object.entries(packages).filter(
    ([path, { license = '', dev }]) =>
      path !== '' && !allowed.test(license) && !(dev && tools.test(nameOf(path))),
  );
  // It has its licence in a file.
  expect(others.map(([path]) => path)).toEqual(['node_modules/png-js']);
  expect(read('node_modules/png-js/LICENSE')).toMatch(/^MIT License/);
});
