import { mdxToMdast } from 'satteri';
import { expect, it } from 'vitest';
import { findLinks, linkProblem } from '../../../site/lib/check/links.ts';

const paths = new Set(['/', '/news', '/awards']);
const anchorsOf = (path: string) => (path === '/news' ? new Set(['y2024', 'newsletter-14']) : undefined);

it.each([
  ['/', undefined],
  ['/og-card.png', undefined],
  ['/awards#young', undefined],
  ['/news#top', undefined],
  ['/news?year=2024#y2024', undefined],
  ['#renewal', undefined],
  ['https://example.org/page', undefined],
  ['mailto:someone@example.org', undefined],
  ['/nowhere', "This page doesn't exist on this site."],
  ['/news/', "This page doesn't exist on this site."],
  ['news', "This isn't a valid link."],
  ['https://example', "This isn't a valid link."],
  ['javascript:alert(1)', "This isn't a valid link."],
  ['mailto:someone', "This isn't a valid email address."],
  ['https://www.asiagraphics.org/news#y2025', 'Write this link as /news#y2025.'],
  ['/news#y2019', '/news has no section with this name.'],
  ['#renewals', 'This page has no section with this name.'],
])('what the check of content says of a link to %s: %s', (href, why) => {
  const problem = linkProblem(href, paths, anchorsOf, new Set(['renewal']));
  expect(problem).toEqual(why && expect.stringContaining(why));
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
