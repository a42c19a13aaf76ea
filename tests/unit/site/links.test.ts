import { mdxToMdast } from 'satteri';
import { describe, expect, it } from 'vitest';
import { findLinks, linkProblem } from '../../../site/lib/check/links.ts';

const problem = (href: string) => linkProblem(href, new Set(['/', '/news', '/awards']));

describe('a link in content', () => {
  it.each([
    '/',
    '/news',
    '/awards#young',
    '#y2025',
    '/og-card.png',
    'https://example.org/page',
    'http://iccvm.org/2025/',
    'mailto:someone@example.org',
  ])('is accepted with %s', (href) => expect(problem(href)).toBeUndefined());

  it.each([
    ['/nowhere', "This page doesn't exist on this site."],
    ['/news/', "This page doesn't exist on this site."],
    ['/news.html#y2025', "This page doesn't exist on this site."],
    ['news', "This isn't a valid link."],
    ['https://example', "This isn't a valid link."],
    ['javascript:alert(1)', "This isn't a valid link."],
    ['mailto:someone', "This isn't a valid email address."],
    ['https://www.asiagraphics.org/news#y2025', 'Write this link as /news#y2025.'],
  ])('is rejected with %s', (href, why) => expect(problem(href)).toContain(why));
});

describe('an anchor in a link', () => {
  const anchorsOf = (path: string) =>
    path === '/news' ? new Set(['y2025', 'y2024', 'newsletter-14']) : undefined;
  const anchorProblem = (href: string, own?: Set<string>) =>
    linkProblem(href, new Set(['/', '/news', '/awards']), anchorsOf, own);

  it.each(['/news#y2024', '/news#newsletter-14', '/news#top', '/news?year=2025#y2025', '/awards#young'])(
    'is accepted: %s',
    (href) => expect(anchorProblem(href)).toBeUndefined(),
  );

  it.each([['/news#y2019', '/news has no section with this name.']])('is rejected: %s', (href, why) =>
    expect(anchorProblem(href)).toBe(why),
  );

  it('of the same page is one of its headings', () => {
    expect(anchorProblem('#renewal', new Set(['fees', 'renewal']))).toBeUndefined();
    expect(anchorProblem('#renewals', new Set(['fees', 'renewal']))).toBe(
      'This page has no section with this name.',
    );
  });
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
    { href: '/news', line: 5, isPicture: false },
    { href: '/x', line: 6, isPicture: false },
    { href: './a.png', line: 8, isPicture: true },
    { href: '/awards', line: 10, isPicture: false },
  ]));
