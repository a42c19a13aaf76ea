import { expect, it } from 'vitest';
import { contentPaths } from '../../../site/lib/content/site-paths.ts';
import { Page } from '../../../site/schemas/page.ts';
import { makeContent } from '../../support/content-folder.ts';

it('each award page and each page with its own path has an address', () => {
  const content = makeContent({
    'site.json': '{"slug": "renamed"}',
    'awards/young-2026.mdx': '---\nsample: true\n---\n',
    'pages/about.mdx': '---\ntitle: About\n---\n\nThe path: through.\n',
    'pages/workshop.mdx': '---\npath: /{slug}-workshop\n---\n',
  });
  expect(contentPaths(content).sort()).toEqual(['/awards/young2026', '/renamed-workshop']);
});

it.each([
  [true, ['/call-2026', '/{slug}-workshop', undefined]],
  [false, ['call', '/', '/a/b', '/call/', '/{name}-x']],
])('whether a path is accepted, %s: %j', (accepted, paths) => {
  const page = { title: 'x', lede: 'x', description: 'x', source: 'specification' };
  for (const path of paths)
    expect([path, Page.safeParse({ ...page, path }).success]).toEqual([path, accepted]);
});
