import { beforeEach, expect, it } from 'vitest';
import { signOut } from '../../../account-island/api/session.ts';
import { readToken } from '../../../account-island/api/token.ts';
import { stubBrowser, stubServer } from './browser.ts';

beforeEach(() => {
  stubBrowser();
});

it.each([
  ['a.b.c', { json: { message: 'Signed out' } }, 1],
  ['a.b.c', new TypeError('Failed to fetch'), 1],
  ['opaque', {}, 0],
])(
  'signing out with the token %j, %j, calls the server %i times, and removes it',
  async (token, answer, times) => {
    localStorage.setItem('token', token);
    const received = stubServer(answer);
    sessionStorage.setItem('letter', 'a letter');
    await signOut();
    expect([received.length, readToken(), sessionStorage.getItem('letter')]).toEqual([times, null, null]);
  },
);
