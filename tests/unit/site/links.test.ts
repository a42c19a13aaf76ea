import { mdxToMdast } from 'satteri';
import { describe, expect, it } from 'vitest';
import { linkProblem, linksOf } from '../../../site/lib/check/mdx-checks.ts';

const publicFolder = new URL('../../../site/public/', import.meta.url);
const problem = (href: string) => linkProblem(href, new Set(['/', '/news', '/awards']), publicFolder);

describe('linkProblem', () => {
  it.each([
    '/',
    '/news',
    '/awards#young',
    '/news?year=2025',
    '#y2025',
    '/og-card.png',
    'https://example.org/page',
    'http://iccvm.org/2025/',
    'mailto:someone@example.org',
  ])('lets %s be', (href) => expect(problem(href)).toBeUndefined());

  it.each([
    ['/nowhere', /leads to no page of this site; there are \/ \/awards \/news/],
    ['/news/', /is written \/news here/],
    ['/news.html#y2025', /is written \/news here/],
    ['/plates', /leads to no page/],
    ['news', /is no web address/],
    ['example.org', /is no web address/],
    ['https://', /is no web address/],
    ['https://example', /is no web address/],
    ['ftp://example.org', /is no web address/],
    ['javascript:alert(1)', /is no web address/],
    ['mailto:someone', /is no mail address/],
  ])('refuses %s', (href, why) => expect(problem(href)).toMatch(why));
});

it('finds links and pictures of a text with their lines, in front of and inside components', () =>
  expect(
    linksOf(
      mdxToMdast(
        '---\ndate: 2025-10-28\n---\n\nA [page](/news) and\n<a href="/x">one</a>.\n\n![figure](./a.png) [ref]\n\n[ref]: /awards\n',
        { features: { frontmatter: true } },
      ),
    ),
  ).toEqual([
    { href: '/news', line: 5, picture: false },
    { href: '/x', line: 6, picture: false },
    { href: './a.png', line: 8, picture: true },
    { href: '/awards', line: 10, picture: false },
  ]));
