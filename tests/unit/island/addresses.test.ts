import { describe, expect, it } from 'vitest';
import { destinationAfterSignIn, loginAddress, safeRedirect } from '../../../account-island/api/redirects.ts';
import { tokenOf } from './browser.ts';

const ORIGIN = 'https://www.asiagraphics.org';
const queryOf = (redirect: string) => `?redirect=${encodeURIComponent(redirect)}`;
const place = (address: string) => new URL(address, ORIGIN) as unknown as Location;

it.each([['/user/profile?tab=2#photo'], ['/user?next=//evil.example']])(
  'a safe redirect is followed: %j',
  (redirect) => {
    expect(safeRedirect(queryOf(redirect), ORIGIN)).toBe(redirect);
  },
);

describe('an unsafe redirect', () => {
  it.each([
    '',
    '//evil.example',
    '/\\evil.example',
    '\u0000//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    'https://evil.example',
    'https://www.asiagraphics.org.evil.example',
    'javascript:alert(1)',
    '/login?redirect=/login',
    '/%6Cogin?redirect=/user',
    '/user/../login',
  ])('is not followed: %j', (redirect) => {
    expect(safeRedirect(queryOf(redirect), ORIGIN)).toBeNull();
  });
});

it.each([
  ['?redirect=%2Fnews%23y2025', true, '/news#y2025'],
  ['?redirect=//evil.example', false, '/user?t=1795219200000'],
  // A remembered session has its reference, not its id.
  ['', true, '/user?t=1795219200000&token=ba7816bf'],
])('after signing in at %j, remembered: %s, the page is %s', async (search, rememberMe, address) => {
  const session = { token: tokenOf({ username: 'ada', jti: 'abc', exp: 1 }), rememberMe };
  const now = new Date('2026-11-21T00:00:00Z');
  expect(await destinationAfterSignIn(place(`/login${search}`), session, now)).toBe(address);
});

it('the guard keeps the full path, whose fragment is in no query, and signing in leads back to it', async () => {
  const path = '/user/members?view=audit&x=a%20b';
  const login = loginAddress(place(`${path}#member=teapot`));
  expect(login).toBe(`/login?redirect=${encodeURIComponent(path)}#member=teapot`);
  const session = { token: 'opaque', rememberMe: false };
  expect(await destinationAfterSignIn(place(login), session, new Date())).toBe(`${path}#member=teapot`);
});
