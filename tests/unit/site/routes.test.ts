import { describe, expect, it } from 'vitest';
import { cleanPath, pagePathsOfFile } from '../../../site/lib/content/paths.ts';
import { pagePaths, sitePaths } from '../../../site/lib/content/site-paths.ts';

describe('the clean path of a page', () => {
  it.each([
    ['/', '/'],
    ['', '/'],
    ['/index.html', '/'],
    ['/news', '/news'],
    ['/news/', '/news'],
    ['/news.html', '/news'],
    ['news', '/news'],
    ['/awards/index.html', '/awards'],
    ['/awards/young2025.html', '/awards/young2025'],
    ['/PacificGraphics', '/PacificGraphics'],
  ])('%s is %s', (pathname, clean) => expect(cleanPath(pathname)).toBe(clean));
});

it('the not-found page has no address', () => expect(pagePathsOfFile('404.astro')).toEqual([]));

it('the addresses of [name].astro come from content', () =>
  expect(pagePathsOfFile('awards/[award].astro')).toEqual([]));

it('each page exists once', () => expect(pagePaths()).toHaveLength(sitePaths().size));
