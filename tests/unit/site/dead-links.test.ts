import { expect, it } from 'vitest';
import { findDeadLinks } from '../../../site/lib/build/page-checks.ts';

const home = { path: '/', ids: new Set<string>(), links: [] };
const user = { path: '/user', ids: new Set<string>(), links: [] };
const awards = { path: '/awards', ids: new Set(['young', 'größe']), links: [] };
const isFile = (path: string) => path === '/og-card.png';

const linkProblemOn = (href: string) =>
  findDeadLinks([home, user, { ...awards, links: [href] }], isFile).map(
    ({ path, problem }) => `${path} ${problem}`,
  );

it.each([
  '/',
  '/awards',
  '/awards#young',
  '#young',
  '#top',
  '/og-card.png',
  '/user/profile',
  '#gr%C3%B6%C3%9Fe',
])('a link %s is accepted', (href) => expect(linkProblemOn(href)).toEqual([]));

it.each([
  ['/nowhere', '/awards No such page or file on this site.'],
  ['/users/profile', '/awards No such page or file on this site.'],
  ['/#young', '/awards / has no section with this name.'],
  ['#old', '/awards /awards has no section with this name.'],
])('a dead link is found: %s', (href, problem) => expect(linkProblemOn(href)).toEqual([problem]));
