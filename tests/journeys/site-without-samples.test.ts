import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'without-samples-'));
  const args = [
    join(root, 'node_modules/astro/bin/astro.mjs'),
    'build',
    '--root',
    'site',
    '--outDir',
    `${folder}/site`,
  ];
  execFileSync(process.execPath, args, { cwd: root, env: { ...process.env, SAMPLES: 'no' }, stdio: 'pipe' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = (path: string) =>
  readFileSync(join(folder, `site${path === '/' ? '/index' : path}.html`), 'utf8');

const pathsIn = (built: string): string[] => JSON.parse(readFileSync(join(built, 'edge/paths.json'), 'utf8'));

it('every page of the build with samples is built', () =>
  expect(pathsIn(folder)).toEqual(pathsIn(join(root, 'dist'))));

it('no public page shows a sample', () => {
  const samples =
    /Sample<|<[^>]* data-sample|<p class="wrap sample-note|Utah Teapot|Stanford Bunny|Cornell Box|example\.org/;
  const paths = pathsIn(folder).filter((path) => path !== '/login');
  expect(paths.filter((path) => samples.test(page(path)))).toEqual([]);
  expect(readFileSync(join(folder, 'site/data/pg-conferences.json'), 'utf8')).not.toMatch(
    /sample|Stanford Bunny/,
  );
});

it('no document, poster or calendar is of a sample', () => {
  const filesIn = (path: string) => readdirSync(join(folder, 'site', path)).sort();
  expect(existsSync(join(folder, 'site/newsletters'))).toBe(false);
  expect(filesIn('posters')).toEqual(['session34.png', 'session7.png']);
  expect(filesIn('calendar')).toEqual(['session34.ics', 'session7.ics']);
  expect(filesIn('forms')).toEqual(['lifetime.pdf', 'outstanding.pdf', 'young.pdf']);
});

it.each([
  ['news.atom', '/news', /<li><time/g],
  ['webinar.atom', '/webinar', /<article class="[^"]*\bsession"/g],
  ['webinar.ics', '/webinar', /<article class="[^"]*\bsession"/g],
])('%s has what %s shows, and no sample', (file, path, shown) => {
  const text = readFileSync(join(folder, 'site', file), 'utf8');
  expect(text.match(/<entry>|BEGIN:VEVENT/g)).toHaveLength(page(path).match(shown)?.length ?? 0);
  expect(text).not.toMatch(/Sample:|Utah Teapot|Stanford Bunny|example\.org/);
});

it('the data sets are those of a build with samples: they never have any', () => {
  const csvFiles = (built: string) => {
    const data = join(built, 'site/data');
    const names = readdirSync(data).filter((name) => name.endsWith('.csv'));
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(data, name), 'utf8')]));
  };
  expect(csvFiles(folder)).toEqual(csvFiles(join(root, 'dist')));
});

it('nobody who is known from samples alone has a page or is named on People', () => {
  const names = readdirSync(join(folder, 'site/people'));
  expect(names).toContain('minhyuk-sung.html');
  expect(names.filter((name) => /teapot|bunny|dragon|armadillo|torus|bottle/.test(name))).toEqual([]);
  expect(page('/people').match(/href="\/people\/[^"]+"/g)).toHaveLength(names.length);
});
