import { expect, it } from 'vitest';
import { findDeadLinks } from '../../../site/lib/build/page-checks.ts';

const pages = [
  { path: '/', ids: new Set<string>(), links: [] },
  { path: '/user', ids: new Set<string>(), links: [] },
];

it.each([
  ['/awards#young', []],
  ['#gr%C3%B6%C3%9Fe', []],
  ['#top', []],
  ['/og-card.png', []],
  // A page that draws its own parts.
  ['/user/profile', []],
  ['/users/profile', ['No such page or file on this site.']],
  ['/#young', ['/ has no section with this name.']],
  ['#old', ['/awards has no section with this name.']],
])('what the build says of a link to %s: %j', (href, problems) => {
  const awards = { path: '/awards', ids: new Set(['young', 'größe']), links: [href] };
  const found = findDeadLinks([...pages, awards], (path) => path === '/og-card.png');
  expect(found.map(({ path, problem }) => [path, problem])).toEqual(
    problems.map((each) => ['/awards', each]),
  );
});
