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

it('each page of the association exists once', () => {
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

it('the pages of the menu, Login and User Center exist', () =>
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
