import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../account-island/api/http.ts';
import {
  changePassword,
  isComplete,
  passwordsDiffer,
} from '../../../account-island/features/password/change-password.tsx';
import { messages, waitMessage } from '../../../account-island/text/account.ts';
import { browserName } from '../../../account-island/text/browser-name.ts';
import { describeError } from '../../../account-island/text/errors.ts';
import { changePasswordErrors, changePasswordLabels } from '../../../account-island/text/password.ts';
import { deleteAccountErrors, deleteAccountLabels } from '../../../account-island/text/privacy.ts';
import { hashed } from '../../support/api/make.ts';
import { invalidReply, notice, rejected, unreachable } from './api-errors.ts';
import { stubBrowser, stubServer } from './browser.ts';

const describeChange = (error: unknown) => describeError(error, changePasswordErrors, changePasswordLabels);

const typed = (old_password: string, password: string, confirmation: string) => ({
  old_password,
  password,
  confirmation,
});

it.each([
  ['a', '', 'b', false, true],
  ['', 'b', 'b', false, false],
  ['a', 'b', 'c', false, true],
  ['a', 'b', 'b ', false, true],
  ['a', 'b', 'b', true, false],
  [' ', ' ', ' ', true, false],
])(
  'current %j, new %j, confirm %j: the button is enabled: %s, they differ: %s',
  (a, b, c, ready, different) => {
    expect([isComplete(typed(a, b, c)), passwordsDiffer(typed(a, b, c))]).toEqual([ready, different]);
  },
);

describe('changing the password', () => {
  beforeEach(() => {
    stubBrowser();
    localStorage.setItem('token', 'a.b.c');
  });

  it('requests both salts, and sends the hashes of the passwords', async () => {
    const received = stubServer(
      { json: { salt: 'new-salt' } },
      { json: { salt: 'old-salt' } },
      { json: { message: 'Password changed.', passkeysRemoved: true } },
    );
    expect(await changePassword('teapot', typed('old', 'new', 'new'))).toEqual({ passkeysRemoved: true });
    expect(received).toEqual([
      { method: 'POST', path: '/api/auth/gensalt', authorization: 'Bearer a.b.c', body: null },
      { method: 'POST', path: '/api/auth/getSalt', authorization: null, body: { username: 'teapot' } },
      {
        method: 'POST',
        path: '/api/user/password-update',
        authorization: 'Bearer a.b.c',
        body: {
          username: 'teapot',
          old_password: hashed('old', 'old-salt'),
          new_password: hashed('new', 'new-salt'),
          salt: 'new-salt',
        },
      },
    ]);
  });

  const issue = (path: string, message: string) =>
    rejected(400, { message: 'Failed to update password', issues: [{ path, message }] });
  it.each<[call: string, ApiErrorKind, object]>([
    ['newSalt', invalidReply(502), { note: 'Failed to generate salt' }],
    ['getSalt', rejected(404), { note: 'Failed to get salt' }],
    ['getSalt', rejected(429, { retryAfterSeconds: 60 }), { note: waitMessage(60) }],
    [
      'updatePassword',
      issue('old_password', 'The current password is wrong.'),
      { old_password: 'The current password is wrong.' },
    ],
    [
      'updatePassword',
      rejected(403, { error: 'not-your-account', message: 'You can only change your own account.' }),
      { note: 'You can only change your own account.' },
    ],
    ['updatePassword', invalidReply(502), { note: 'Failed to update password' }],
    ['newSalt', unreachable('Failed to fetch'), { note: 'Server error, please try again.' }],
    [
      'updatePassword',
      unreachable('Failed to fetch'),
      {
        note: 'Server error, please try again. If you are then asked to log in, try your new password first: it may have been set already.',
      },
    ],
  ])('that fails at %s with %j says %j', (call, failure, sentences) => {
    expect(notice(describeChange(new ApiError(call, failure)))).toEqual(sentences);
  });
});

it.each<[ApiErrorKind, object]>([
  [rejected(400, { error: 'password-wrong' }), { old_password: 'The password is wrong.' }],
  [unreachable('Failed to fetch'), { note: messages.noReply }],
])('a failed deletion with %j says %j', (failure, sentences) => {
  expect(
    notice(describeError(new ApiError('deleteAccount', failure), deleteAccountErrors, deleteAccountLabels)),
  ).toEqual(sentences);
});

it.each([
  ['Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari on macOS'],
  ['X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0', 'Microsoft Edge on Windows'],
  ['iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.50', 'WeChat on iOS'],
  ['Linux) Teapot/1.0', 'Unknown browser'],
])('the user agent %j is shown as %j', (userAgent, name) => {
  expect(browserName(`Mozilla/5.0 (${userAgent}`)).toBe(name);
});
