import { describe, expect, it } from 'vitest';
import { cleanPath, pathsOfPage, sitePaths } from '../../site/lib/routes.ts';

describe('cleanPath', () => {
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

it('gives the not-found page no address', () => expect(pathsOfPage('404.astro')).toEqual([]));

it('knows the pages of the menu, Login and User Center', () =>
  expect([...sitePaths()]).toEqual(
    expect.arrayContaining([
      '/',
      '/about',
      '/news',
      '/webinar',
      '/newsletter',
      '/conferences',
      '/awards',
      '/login',
      '/user',
    ]),
  ));
