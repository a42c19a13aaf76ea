import { describe, expect, it } from 'vitest';
import { cleanPath, pagePaths, pagePathsOfFile, sitePaths } from '../../../site/lib/content/paths.ts';

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

it('gives the not-found page no address', () => expect(pagePathsOfFile('404.astro')).toEqual([]));

it('leaves the addresses of [name].astro to content', () =>
  expect(pagePathsOfFile('awards/[award].astro')).toEqual([]));

it('has each page of the association once', () => {
  const years = (award: string, list: number[]) => list.map((year) => `/awards/${award}${year}`);
  const since2018 = Array.from({ length: 8 }, (_, at) => 2025 - at);
  expect(pagePaths()).toHaveLength(sitePaths().size);
  expect(pagePaths()).toEqual(
    expect.arrayContaining([
      ...['/membership', '/constitution', '/contact', '/agsummit2018'],
      ...years('lifetime', [2025, 2021, 2019, 2017]),
      ...years('outstanding', since2018),
      ...years('young', since2018),
      '/asiagraphics-workshop-on-intelligent-graphics',
      '/asiagraphics-workshop-on-intelligent-graphics-at-siggraph-asia',
      ...['/icig-2025-call-for-papers', '/pg-2025-committee-announcement', '/award-nominations-2025'],
    ]),
  );
});

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
