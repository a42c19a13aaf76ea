import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { contentPaths } from '../../../site/lib/content/site-paths.ts';
import { Page } from '../../../site/schemas/page.ts';

it('each award page and each page with its own path has an address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['awards', 'pages']) mkdirSync(join(folder, name));
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  write('site.json', '{"slug": "renamed"}');
  write('awards/young-2026.mdx', '---\nsample: true\n---\n');
  write('pages/about.mdx', '---\ntitle: About\n---\n\nThe path: through.\n');
  write('pages/call.mdx', '---\npath: /call-2026\n---\n');
  write('pages/workshop.mdx', '---\npath: /{slug}-workshop\n---\n');
  expect(contentPaths(pathToFileURL(`${folder}/`)).sort()).toEqual([
    '/awards/young2026',
    '/call-2026',
    '/renamed-workshop',
  ]);
});

const page = { title: 'x', lede: 'x', description: 'x', source: 'specification' };

it.each(['/call-2026', '/{slug}-workshop', '/PG2025', undefined])('the path %s is accepted', (path) =>
  expect(Page.safeParse({ ...page, path }).success).toBe(true),
);

it.each(['call', '/', '/a/b', '/call/', '/a b', '/{name}-x'])('the path %s is rejected', (path) =>
  expect(Page.safeParse({ ...page, path }).success).toBe(false),
);
