import { expect, it } from 'vitest';
import { deadLinks } from '../../../site/lib/build/page-checks.ts';

const home = { path: '/', ids: new Set<string>(), links: [] };
const user = { path: '/user', ids: new Set<string>(), links: [] };
const awards = { path: '/awards', ids: new Set(['young', 'größe']), links: [] };
const isFile = (path: string) => path === '/og-card.png';

const wrongIn = (href: string) =>
  deadLinks([home, user, { ...awards, links: [href] }], isFile).map(({ path, wrong }) => `${path} ${wrong}`);

it.each([
  '/',
  '/awards',
  '/awards#young',
  '#young',
  '#top',
  '/#top',
  '/awards?year=2025',
  '/og-card.png',
  '/user/profile',
  '#gr%C3%B6%C3%9Fe',
])('lets %s be', (href) => expect(wrongIn(href)).toEqual([]));

it.each([
  ['/nowhere', '/awards leads to no page or file of this site'],
  ['/awards/', '/awards leads to no page or file of this site'],
  ['/users/profile', '/awards leads to no page or file of this site'],
  ['/#young', '/awards leads to an anchor that / does not have'],
  ['#old', '/awards leads to an anchor that /awards does not have'],
])('finds %s', (href, wrong) => expect(wrongIn(href)).toEqual([wrong]));
