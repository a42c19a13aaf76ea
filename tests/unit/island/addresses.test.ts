import { describe, expect, it } from 'vitest';
import {
  destinationAfterSignIn,
  loginAddress,
  safeRedirect,
  stripSignInQuery,
} from '../../../account-island/api/redirects.ts';
import { tokenOf } from './browser.ts';

const ORIGIN = 'https://www.asiagraphics.org';
const queryOf = (redirect: string) => `?redirect=${encodeURIComponent(redirect)}`;
const place = (address: string) => new URL(address, ORIGIN) as unknown as Location;

describe('a safe redirect', () => {
  it.each([
    ['/user'],
    ['/user/profile?tab=2#photo'],
    ['/news'],
    ['/search?q=https://evil.example/'],
    ['/a%20b'],
    ['/user?next=//evil.example'],
  ])('is followed: %j', (redirect) => {
    expect(safeRedirect(queryOf(redirect), ORIGIN)).toBe(redirect);
  });

  it('is followed in its parsed form', () => {
    expect(safeRedirect(queryOf('/user/../news'), ORIGIN)).toBe('/news');
  });
});

const HOSTILE = [
  '',
  '//evil.example',
  '///evil.example',
  '//user@evil.example',
  '//www.asiagraphics.org/user',
  '/\\evil.example',
  '/user\\..\\..\\evil',
  '/\t/evil.example',
  '\t//evil.example',
  '\u0000//evil.example',
  '/\u2028/evil.example',
  '/．/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e%2e//evil.example',
  'https://evil.example',
  'https:evil.example',
  'https://www.asiagraphics.org.evil.example',
  'https://www.asiagraphics.org/user',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '?redirect=/user',
  '@evil.example',
  '/user name',
  '/login',
  '/login?redirect=/login',
  '/LOGIN',
  '/%6cogin',
  '/%6Cogin?redirect=/user',
  '/user/../login',
  '/%',
];

describe('an unsafe redirect', () => {
  it.each(HOSTILE)('is not followed: %j', (redirect) => {
    expect(safeRedirect(queryOf(redirect), ORIGIN)).toBeNull();
  });

  it('is ignored if the query has none', () => expect(safeRedirect('?form=register', ORIGIN)).toBeNull());
});

describe('the page after signing in', () => {
  const now = new Date('2026-11-21T00:00:00Z');
  const token = tokenOf({ username: 'ada', jti: 'abc', exp: 1 });
  const go = (search: string, session: { token: string; rememberMe: boolean }) =>
    destinationAfterSignIn(place(`/login${search}`), session, now);

  it('is the requested one if it is safe', async () => {
    expect(await go('?redirect=%2Fnews', { token, rememberMe: true })).toBe('/news');
    expect(await go('?redirect=%2Fnews%23y2025', { token, rememberMe: true })).toBe('/news#y2025');
  });
  it('is the user center otherwise, with the time', async () => {
    expect(await go('?redirect=//evil.example', { token, rememberMe: false })).toBe('/user?t=1795219200000');
  });
  it('includes for a remembered session its reference, not its id', async () => {
    expect(await go('', { token, rememberMe: true })).toBe('/user?t=1795219200000&token=ba7816bf');
  });
  it('includes no reference for an unreadable token', async () => {
    expect(await go('', { token: 'opaque', rememberMe: true })).toBe('/user?t=1795219200000');
  });
});

it.each([
  ['/user?t=1&token=ba7816bf', '/user'],
  ['/user?t=1&tab=2&token=x#y', '/user?tab=2#y'],
  ['/user/profile', '/user/profile'],
])('%s without the query of the login is %s', (address, tidy) => {
  expect(stripSignInQuery(place(address))).toBe(tidy);
});

it('the guard keeps the full path, whose fragment is in no query, and signing in leads back to it', async () => {
  const path = '/user/members?view=audit&x=a%20b';
  const login = loginAddress(place(`${path}#member=teapot`));
  expect(login).toBe(`/login?redirect=${encodeURIComponent(path)}#member=teapot`);
  const session = { token: 'opaque', rememberMe: false };
  expect(await destinationAfterSignIn(place(login), session, new Date())).toBe(`${path}#member=teapot`);
});
