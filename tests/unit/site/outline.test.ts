import { expect, it } from 'vitest';
import { buildOutline } from '../../../site/lib/content/navigation.ts';

const heading = (depth: number, slug: string) => ({ depth, slug, text: slug.toUpperCase() });

it('third-level headings are nested below their second-level one', () =>
  expect(
    buildOutline([
      heading(3, 'stray'),
      heading(2, 'a'),
      heading(3, 'a1'),
      heading(4, 'a1x'),
      heading(3, 'a2'),
      heading(2, 'b'),
    ]).map(({ slug, inner }) => [slug, inner.map((section) => section.slug)]),
  ).toEqual([
    ['a', ['a1', 'a2']],
    ['b', []],
  ]));

it('articles are left out', () =>
  expect(
    buildOutline([
      { depth: 2, slug: 'a', text: 'Membership' },
      { depth: 3, slug: 'article-3', text: 'Article 3' },
      { depth: 3, slug: 'b', text: 'Articles of all kinds' },
    ])[0]?.inner.map(({ slug }) => slug),
  ).toEqual(['b']));
