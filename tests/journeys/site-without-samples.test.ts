import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sitePaths } from '../../site/lib/content/paths.ts';

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
  expect(JSON.parse(readFileSync(join(folder, 'edge/paths.json'), 'utf8'))).toEqual([...sitePaths()].sort()));

it('no public page shows a sample', () => {
  const samples = /Sample<|Utah Teapot|Stanford Bunny|Cornell Box|example\.org/;
  const paths = [...sitePaths()].filter((path) => path !== '/login');
  expect(paths.filter((path) => samples.test(page(path)))).toEqual([]);
  expect(readFileSync(join(folder, 'site/data/pg-conferences.json'), 'utf8')).not.toMatch(
    /sample|Stanford Bunny/,
  );
});

it.each([
  ['/about', 'Treasurer'],
  ['/awards/young2019', 'To be confirmed'],
  ['/agsummit2018', 'Speakers and titles are to be confirmed.'],
  ['/asiagraphics-workshop-on-intelligent-graphics', 'The programme for this day is to be confirmed.'],
  ['/asiagraphics-workshop-on-intelligent-graphics-at-siggraph-asia', 'To be confirmed.'],
  ['/newsletter', 'Link to be confirmed'],
  ['/contact', '(email address to be confirmed)'],
  ['/webinar', '34 sessions have been held. Details of the sessions not listed here are to be confirmed.'],
  ['/webinar', 'Links to be confirmed.'],
  ['/PacificGraphics', 'To be confirmed.'],
  ['/GMPHome', 'To be confirmed.'],
])('%s says what is missing: %s', (path, words) => expect(page(path)).toContain(words));

it.each([
  ['/about', 'Shi-Min Hu'],
  ['/awards/young2024', 'Minhyuk Sung'],
  ['/agsummit2018', '5:45-5:50'],
  ['/webinar', 'I-Chao Shen'],
  ['/webinar', 'Minhyuk Sung'],
  ['/GMPConferences', 'Ye Ji, Kewang Chen, Matthias Möller, Cornelis Vuik'],
])('%s keeps the fact: %s', (path, fact) => expect(page(path)).toContain(fact));

it('security.txt leads to the contact page while the mailbox is a sample', () =>
  expect(readFileSync(join(folder, 'site/.well-known/security.txt'), 'utf8')).toMatch(
    /^Contact: https:\/\/www\.asiagraphics\.org\/contact\n/,
  ));
