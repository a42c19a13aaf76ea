import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sitePaths } from '../../site/lib/content/site-paths.ts';
import { dataPath, dataRecords } from '../../site/schemas/open-data.ts';
import { awardsInNews } from '../support/site-awards.ts';

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

it('every page is built', () =>
  expect(JSON.parse(readFileSync(join(folder, 'edge/paths.json'), 'utf8'))).toEqual(
    [...sitePaths(false)].sort(),
  ));

it('no public page shows a sample', () => {
  const samples =
    /Sample<|<[^>]* data-sample|<p class="wrap sample-note|Utah Teapot|Stanford Bunny|Cornell Box|example\.org/;
  const paths = [...sitePaths(false)].filter((path) => path !== '/login');
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
  ['webinar.atom', '/webinar', /<article class="session"/g],
  ['webinar.ics', '/webinar', /<article class="session"/g],
])('%s has what %s shows, and no sample', (file, path, shown) => {
  const text = readFileSync(join(folder, 'site', file), 'utf8');
  expect(text.match(/<entry>|BEGIN:VEVENT/g)).toHaveLength(page(path).match(shown)?.length ?? 0);
  expect(text).not.toMatch(/Sample:|Utah Teapot|Stanford Bunny|example\.org/);
});

it('the data sets are those of a build with samples: they never have any', () => {
  const dist = join(root, 'dist/site');
  const records = (built: string, name: string) =>
    JSON.parse(readFileSync(join(built, dataPath(name, 'json')), 'utf8')).records;
  for (const name of Object.keys(dataRecords))
    expect([name, records(join(folder, 'site'), name)]).toEqual([name, records(dist, name)]);
});

it('nobody who is known from samples alone has a page or is named on People', () => {
  const names = readdirSync(join(folder, 'site/people'));
  expect(names).toContain('minhyuk-sung.html');
  expect(names.filter((name) => /teapot|bunny|dragon|armadillo|torus|bottle/.test(name))).toEqual([]);
  expect(page('/people').match(/href="\/people\/[^"]+"/g)).toHaveLength(names.length);
});

it('no page says that something is missing', () =>
  expect([...sitePaths(false)].filter((path) => /to be confirmed/i.test(page(path)))).toEqual([]));

it.each([
  // The facts stay.
  ['/about', /Shi-Min Hu/],
  ['/awards/young2024', /Minhyuk Sung/],
  ['/agsummit2018', /5:45-5:50/],
  ['/GMPConferences', /Ye Ji, Kewang Chen, Matthias Möller, Cornelis Vuik/],
  ['/news', new RegExp(awardsInNews.map((award) => `href="/awards/${award}".*`).join(''), 's')],
  // A sentence without its sample words is complete.
  ['/icig-2025-call-for-papers', /Papers were submitted online\. For questions/],
  // What is not known is asked for, or told as far as it is known.
  ['/awards/young2019', /The record of this award is being completed\./],
  ['/newsletter', /14 issues have been released.*<a href="\/contact">write to us<\/a>/s],
  ['/', /href="\/news#newsletter"/],
  ['/news', /id="newsletter".*Newsletter Issues 1 to 14<\/a> have been released/s],
])('%s says %s', (path, words) => expect(page(path)).toMatch(words));

it.each([
  ['/webinar', />Working Team<\/h2>/],
  ['/agsummit2018', />Organizers<\/h2>/],
  ['/asiagraphics-workshop-on-intelligent-graphics', />Accommodation<\/h2>/],
  ['/newsletter', /<li>\s*<b>Issue/],
])('%s has nothing empty: %s', (path, words) => expect(page(path)).not.toMatch(words));

it('security.txt leads to the contact page while the mailbox is a sample', () =>
  expect(readFileSync(join(folder, 'site/.well-known/security.txt'), 'utf8')).toMatch(
    /^Contact: https:\/\/www\.asiagraphics\.org\/contact\n/,
  ));
