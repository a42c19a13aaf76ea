import { expect, it } from 'vitest';
import { contentPaths } from '../../../site/lib/content/site-paths.ts';
import { Page } from '../../../site/schemas/page.ts';
import { makeContent } from '../../support/content-folder.ts';

it('each award page and each page with its own path has an address', () => {
  const content = makeContent({
    'site.json': '{"slug": "renamed"}',
    'awards/young-2026.mdx': '---\nsample: true\n---\n',
    'pages/about.mdx': '---\ntitle: About\n---\n\nThe path: through.\n',
    'pages/call.mdx': '---\npath: /call-2026\n---\n',
    'pages/workshop.mdx': '---\npath: /{slug}-workshop\n---\n',
  });
  expect(contentPaths(content).sort()).toEqual(['/awards/young2026', '/call-2026', '/renamed-workshop']);
});

const page = { title: 'x', lede: 'x', description: 'x', source: 'specification' };

it.each(['/call-2026', '/{slug}-workshop', '/PG2025', undefined])('the path %s is accepted', (path) =>
  expect(Page.safeParse({ ...page, path }).success).toBe(true),
);

it.each(['call', '/', '/a/b', '/call/', '/a b', '/{name}-x'])('the path %s is rejected', (path) =>
  expect(Page.safeParse({ ...page, path }).success).toBe(false),
);
