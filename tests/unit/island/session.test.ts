import { beforeEach, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../account-island/api/http.ts';
import { sessionEndOf, shouldRetry, signOut } from '../../../account-island/api/session.ts';
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

const rejected = (status: number): ApiErrorKind => ({ kind: 'rejected', status, body: { message: '' } });
const invalidReply = (status: number): ApiErrorKind => ({ kind: 'invalid-reply', status });

it.each<[ApiErrorKind, end: string | undefined, tries: number]>([
  [rejected(401), 'ended', 1],
  [rejected(404), 'ended', 1],
  [rejected(429), undefined, 1],
  [rejected(500), 'unchecked', 3],
  [invalidReply(200), undefined, 1],
  [{ kind: 'unreachable', reason: 'Failed to fetch' }, undefined, 1],
])('a failed check of the session %j ends the session as %s, after %i tries', (failure, end, tries) => {
  const error = new ApiError('GET /userinfo', failure);
  const repeats = [0, 1, 2, 3].filter((failures) => shouldRetry(failures, error));
  expect([sessionEndOf(error), repeats.length + 1]).toEqual([end, tries]);
});
