import { expect, it } from 'vitest';
import { cleanPath, pagePathsOfFile } from '../../../site/lib/content/paths.ts';
import { pagePaths, sitePaths } from '../../../site/lib/content/site-paths.ts';

it.each([
  ['', '/'],
  ['/index.html', '/'],
  ['/news/', '/news'],
  ['news.html', '/news'],
  ['/awards/index.html', '/awards'],
  ['/PacificGraphics', '/PacificGraphics'],
])('the clean path of the page %s is %s', (pathname, clean) => expect(cleanPath(pathname)).toBe(clean));

it('each page has one address, the not-found page none, and those of [name].astro come from content', () => {
  expect(pagePaths()).toHaveLength(sitePaths().size);
  expect(['404.astro', 'awards/[award].astro'].map(pagePathsOfFile)).toEqual([[], []]);
});
