import { beforeEach, expect, it, vi } from 'vitest';
import { openPasswordReset } from '../../../account-island/api/redirects.ts';
import {
  clearToken,
  endSession,
  onTokenChangedElsewhere,
  readClaims,
  readToken,
  storeToken,
  TOKEN_CHANGED,
} from '../../../account-island/api/token.ts';
import { stubBrowser, tokenOf } from './browser.ts';

let window: EventTarget;
beforeEach(() => {
  window = stubBrowser();
});

it.each([
  [true, 'a.b.c', null],
  [false, null, 'a.b.c'],
])(
  'the token, remembered: %s, is stored in one place, announced, and removed from both',
  (rememberMe, local, session) => {
    const announced = vi.fn();
    window.addEventListener(TOKEN_CHANGED, announced);
    localStorage.setItem('token', 'old');
    sessionStorage.setItem('token', 'old');
    storeToken('a.b.c', rememberMe);
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([local, session]);
    expect(readToken()).toBe('a.b.c');
    localStorage.setItem('token', 'remembered');
    clearToken();
    expect([readToken(), announced.mock.calls.length]).toEqual([null, 2]);
  },
);

it('the token is not stored where storage is full, and the end of a session and a reset go on', () => {
  const full = () => {
    throw new DOMException('Exceeded', 'QuotaExceededError');
  };
  const getItem = () => null;
  vi.stubGlobal('sessionStorage', { getItem, setItem: full, removeItem: () => {} });
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  expect(() => storeToken('a.b.c', false)).toThrow('Exceeded');
  endSession();
  openPasswordReset('teapot@example.org');
  expect(assign).toHaveBeenCalledWith('/login?form=forgot');
});

it.each([
  ['storage', { key: 'token' }, 1],
  ['storage', { key: 'theme' }, 0],
  ['pageshow', { persisted: true }, 1],
  [TOKEN_CHANGED, {}, 0],
])('a change in another tab, %s %j, calls back %i times', (type, fields, times) => {
  const listener = vi.fn();
  onTokenChangedElsewhere(listener, new AbortController());
  window.dispatchEvent(Object.assign(new Event(type), fields));
  expect(listener).toHaveBeenCalledTimes(times);
});

it('the claims of a token have name, session, login and expiry, in any script, and are missing where it is none', () => {
  expect(
    readClaims(
      tokenOf({ username: '王小明 🫖', jti: 's1', iat: 1_700_000_000, exp: 1_800_000_000, sub: '7' }),
    ),
  ).toEqual({
    username: '王小明 🫖',
    sessionId: 's1',
    signedInAt: new Date('2023-11-14T22:13:20Z'),
    expiresAt: new Date('2027-01-15T08:00:00Z'),
  });
  for (const token of ['a.b', 'a.b.c', tokenOf({ jti: 'b', exp: 1 })]) expect(readClaims(token)).toBeNull();
});
