import { mdxToMdast } from 'satteri';
import { describe, expect, it } from 'vitest';
import { findLinks, linkProblem } from '../../../site/lib/check/mdx-checks.ts';

const publicFolder = new URL('../../../site/public/', import.meta.url);
const problem = (href: string) => linkProblem(href, new Set(['/', '/news', '/awards']), publicFolder);

describe('a link in content', () => {
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
  ])('is accepted with %s', (href) => expect(problem(href)).toBeUndefined());

  it.each([
    ['/nowhere', "This page doesn't exist on this site. Did you mean /news?"],
    ['/Awardz', "This page doesn't exist on this site. Did you mean /awards?"],
    ['/news/', 'Write this link as /news.'],
    ['/news.html#y2025', 'Write this link as /news.'],
    ['/figures', "This page doesn't exist on this site. Did you mean /awards?"],
    ['news', "This isn't a valid link."],
    ['example.org', "This isn't a valid link."],
    ['https://', "This isn't a valid link."],
    ['https://example', "This isn't a valid link."],
    ['ftp://example.org', "This isn't a valid link."],
    ['javascript:alert(1)', "This isn't a valid link."],
    ['mailto:someone', "This isn't a valid email address."],
  ])('is rejected with %s', (href, why) => expect(problem(href)).toContain(why));
});

it('links and images of a text are found with their lines, outside and inside components', () =>
  expect(
    findLinks(
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
