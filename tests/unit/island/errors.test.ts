import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../account-island/api/http.ts';
import { messages, waitMessage } from '../../../account-island/text/account.ts';
import { describeError } from '../../../account-island/text/errors.ts';
import { registerErrors, registerLabels } from '../../../account-island/text/register.ts';
import { signInErrors, signInLabels } from '../../../account-island/text/sign-in.ts';
import { invalidReply, notice, rejected, unreachable } from './api-errors.ts';

const NO_REPLY = "Can't connect to the server. Check your internet connection and try again.";
const describeSignIn = (error: unknown) => describeError(error, signInErrors, signInLabels);
const describeRegistration = (error: unknown) => describeError(error, registerErrors, registerLabels);
const REFERENCE = 'If it happens again, send us this reference: abc';

describe('a failed login says', () => {
  const invalid = { error: 'invalid-request', message: 'Require username and password' };
  const failed = { error: 'login-failed', message: 'Login failed' };
  const disabled = { error: 'account-disabled', message: 'Account disabled' };
  const blocked = { error: 'firewall-blocked', message: 'Our firewall blocked this request.' };
  it.each<[string, ApiErrorKind, object]>([
    [
      'getSalt',
      rejected(404, { error: 'username-not-found', message: 'Username not found' }),
      { username: 'Username not found' },
    ],
    ['getSalt', rejected(429, { retryAfterSeconds: 60 }), { note: waitMessage(60) }],
    ['getSalt', rejected(500, { requestId: 'abc' }), { note: `Server error. ${REFERENCE}` }],
    ['login', rejected(400, invalid), { note: invalid.message }],
    ['login', rejected(401, failed), { password: 'Login failed' }],
    ['login', rejected(403, disabled), { note: 'Account disabled' }],
    ['login', rejected(403, blocked), { note: blocked.message }],
    ['login', rejected(404), { note: 'Login failed' }],
    [
      'login',
      rejected(429, { error: 'account-guarded', retryAfterSeconds: 32_400 }),
      {
        note: 'Too many failed logins to this account. Use Forgot password to set a new password now, or try again in 9 hours.',
      },
    ],
    ['login', rejected(500), { note: 'Server error' }],
    ['login', invalidReply(502), { note: 'Server error' }],
    ['login', invalidReply(200), { note: messages.foreignReply }],
    ['login', unreachable('signal timed out'), { note: NO_REPLY }],
  ])('for %s, %j: %j', (call, failure, sentences) => {
    expect(notice(describeSignIn(new ApiError(call, failure)))).toEqual(sentences);
  });

  it.each([
    [new Error('crypto is missing'), 'An error occurred'],
    ['?', 'An error occurred'],
    [
      new DOMException('Access is denied for this document.', 'SecurityError'),
      'Your browser blocks cookies and site data for this site. Allow them, then log in again.',
    ],
    [
      new DOMException("Failed to execute 'setItem' on 'Storage'.", 'QuotaExceededError'),
      "Your browser has no space left for this site. Delete this site's data in your browser's settings, or free space on your device, then log in again.",
    ],
  ])("nothing of the browser's own words after %s", (error, note) => {
    expect(notice(describeSignIn(error))).toEqual({ note });
  });
});

describe('a failed registration says', () => {
  const check = 'Registration failed. Please check your information.';
  const again = 'Registration failed. Please try again.';
  const issues = [
    { path: 'email', message: 'Enter a valid email address.' },
    { path: 'email', message: 'Use 254 characters or fewer.' },
    { path: 'password', message: 'This password is too common. Choose another one.' },
    { path: 'salt', message: 'Enter a salt of 8 to 128 characters: letters, digits and + / = _ - alone.' },
  ];

  it.each<[ApiErrorKind, object]>([
    [rejected(409, { error: 'username-taken' }), { userName: 'Username already exists' }],
    [rejected(409, { error: 'email-taken' }), { email: 'Email already registered' }],
    [rejected(400), { note: check }],
    [
      rejected(400, { issues }),
      {
        note: check,
        email: 'Enter a valid email address.',
        password: 'This password is too common. Choose another one.',
      },
    ],
    [rejected(429, { retryAfterSeconds: 60 }), { note: waitMessage(60) }],
    [rejected(500), { note: again }],
    [rejected(500, { requestId: 'abc' }), { note: `${again} ${REFERENCE}` }],
    [unreachable('Failed to fetch'), { note: again }],
  ])('for %j: %j', (failure, sentences) => {
    expect(notice(describeRegistration(new ApiError('register', failure)))).toEqual(sentences);
  });

  it('to try again if the browser itself fails', () => {
    expect(notice(describeRegistration(new Error('x')))).toEqual({ note: again });
  });
});

it.each([
  [1, 'Too many attempts. Try again in 1 second.'],
  [121, 'Too many attempts. Try again in 3 minutes.'],
  [7201, 'Too many attempts. Try again in 3 hours.'],
  [undefined, 'Too many attempts. Try again later.'],
])('the wait of %s seconds is written as %j', (seconds, sentence) => {
  expect(waitMessage(seconds)).toBe(sentence);
});
