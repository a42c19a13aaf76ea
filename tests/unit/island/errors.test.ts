import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../account-island/api/http.ts';
import { messages } from '../../../account-island/text/account.ts';
import { describeError, errorSentence } from '../../../account-island/text/errors.ts';
import { forgotPasswordLabels, resetPasswordErrors } from '../../../account-island/text/forgot-password.ts';
import { membershipErrors } from '../../../account-island/text/membership.ts';
import { changePasswordErrors, changePasswordLabels } from '../../../account-island/text/password.ts';
import { deleteAccountErrors, deleteAccountLabels } from '../../../account-island/text/privacy.ts';
import { profileErrors, profileLabels } from '../../../account-island/text/profile.ts';
import { registerErrors, registerLabels } from '../../../account-island/text/register.ts';
import { signInErrors, signInLabels } from '../../../account-island/text/sign-in.ts';
import { invalidReply, notice, rejected, unreachable } from './api-errors.ts';

const NO_REPLY = "Can't connect to the server. Check your internet connection and try again.";
const describeSignIn = (error: unknown) => describeError(error, signInErrors, signInLabels);
const REFERENCE = 'If it happens again, send us this reference: abc';

describe('a failed login says', () => {
  const invalid = { error: 'invalid-request', message: 'Require username and password' };
  const failed = { error: 'login-failed', message: 'Login failed' };
  const disabled = { error: 'account-disabled', message: 'Account disabled' };
  const blocked = { error: 'firewall-blocked', message: 'Our firewall blocked this request.' };
  it.each<[string, ApiErrorKind, object]>([
    [
      'POST /auth/getSalt',
      rejected(404, { error: 'username-not-found', message: 'Username not found' }),
      { username: 'Username not found' },
    ],
    ['POST /auth/getSalt', rejected(429, { retryAfterSeconds: 60 }), { note: messages.waitMessage(60) }],
    ['POST /auth/getSalt', rejected(500, { requestId: 'abc' }), { note: `Server error. ${REFERENCE}` }],
    ['POST /auth/login', rejected(400, invalid), { note: invalid.message }],
    ['POST /auth/login', rejected(401, failed), { password: 'Login failed' }],
    ['POST /auth/login', rejected(403, disabled), { note: 'Account disabled' }],
    ['POST /auth/login', rejected(403, blocked), { note: blocked.message }],
    ['POST /auth/login', rejected(404), { note: 'Login failed' }],
    [
      'POST /auth/login',
      rejected(429, { error: 'account-guarded', retryAfterSeconds: 32_400 }),
      {
        note: 'Too many failed logins to this account. Use Forgot password to set a new password now, or try again in 9 hours.',
      },
    ],
    ['POST /auth/login', rejected(500), { note: 'Server error' }],
    ['POST /auth/login', invalidReply(200), { note: messages.foreignReply }],
    ['POST /auth/login', unreachable('signal timed out'), { note: NO_REPLY }],
  ])('for %s, %j: %j', (call, failure, sentences) => {
    expect(notice(describeSignIn(new ApiError(call, failure)))).toEqual(sentences);
  });

  it.each([
    [new Error('crypto is missing'), 'An error occurred'],
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

const describeChange = (error: ApiError) => describeError(error, changePasswordErrors, changePasswordLabels);
/** The sentences of the form or the panel that makes a call. */
const describers: Record<string, (error: ApiError) => object> = {
  'POST /auth/register': (error) => describeError(error, registerErrors, registerLabels),
  'POST /auth/resetPassword': (error) => describeError(error, resetPasswordErrors, forgotPasswordLabels),
  'POST /auth/gensalt': describeChange,
  'POST /auth/getSalt': describeChange,
  'POST /user/password-update': describeChange,
  'POST /user/delete-account': (error) => describeError(error, deleteAccountErrors, deleteAccountLabels),
  'PUT /userinfo': (error) => describeError(error, profileErrors, profileLabels),
};

describe('a failure says', () => {
  const check = 'Registration failed. Please check your information.';
  const again = 'Registration failed. Please try again.';
  const noReset = 'Failed to reset password. Please try again.';
  const noChange = 'Server error, please try again.';
  const issue = (path: string, message: string) => ({ path, message });
  const taken = { error: 'username-taken', message: 'Username already exists' };
  const email = 'Enter a valid email address.';
  const password = 'This password is too common. Choose another one.';
  const code = 'This code is wrong or has expired.';
  const old_password = 'The current password is wrong.';
  const dob = "Enter today's date or an earlier date.";

  it.each<[call: string, ApiErrorKind, object]>([
    ['POST /auth/register', rejected(409, taken), { userName: 'Username already exists' }],
    ['POST /auth/register', rejected(409, { error: 'email-taken' }), { email: 'Email already registered' }],
    [
      'POST /auth/register',
      rejected(400, { issues: [issue('email', email), issue('password', password), issue('salt', 'x')] }),
      { note: check, email, password },
    ],
    ['POST /auth/register', rejected(429, { retryAfterSeconds: 60 }), { note: messages.waitMessage(60) }],
    ['POST /auth/register', rejected(500, { requestId: 'abc' }), { note: `${again} ${REFERENCE}` }],
    ['POST /auth/register', unreachable('Failed to fetch'), { note: again }],
    ['POST /auth/resetPassword', rejected(400, { issues: [issue('code', code)] }), { note: noReset, code }],
    ['POST /auth/resetPassword', unreachable('Failed to fetch'), { note: noReset }],
    ['POST /auth/gensalt', invalidReply(502), { note: 'Failed to generate salt' }],
    ['POST /auth/getSalt', rejected(404), { note: 'Failed to get salt' }],
    ['POST /auth/getSalt', rejected(429), { note: messages.waitMessage(undefined) }],
    [
      'POST /user/password-update',
      rejected(400, { issues: [issue('old_password', old_password)] }),
      { old_password },
    ],
    ['POST /user/password-update', rejected(500), { note: 'Failed to update password' }],
    ['POST /auth/gensalt', unreachable('Failed to fetch'), { note: noChange }],
    [
      'POST /user/password-update',
      unreachable('Failed to fetch'),
      {
        note: `${noChange} If you are then asked to log in, try your new password first: it may have been set already.`,
      },
    ],
    [
      'POST /user/delete-account',
      rejected(400, { error: 'password-wrong' }),
      { old_password: 'The password is wrong.' },
    ],
    ['POST /user/delete-account', unreachable('Failed to fetch'), { note: NO_REPLY }],
    ['PUT /userinfo', rejected(409, taken), { username: 'Update failed: Username already exists' }],
    // Another code than 1, which the specification's call explains in `msg`.
    [
      'PUT /userinfo',
      rejected(200, { message: 'Closed today', msg: 'Closed today' }),
      { note: 'Update failed: Closed today' },
    ],
    ['PUT /userinfo', rejected(400, { issues: [issue('dob', dob)] }), { dob }],
    ['PUT /userinfo', invalidReply(502), { note: 'Update failed: Update failed' }],
    ['PUT /userinfo', unreachable('Failed to fetch'), { note: `Update failed: ${NO_REPLY}` }],
  ])('at %s, %j: %j', (call, failure, sentences) => {
    expect(notice(describers[call]?.(new ApiError(call, failure)) ?? {})).toEqual(sentences);
  });

  it.each<[ApiErrorKind, string]>([
    [rejected(403, { error: 'account-disabled', message: 'Account disabled' }), 'Account disabled'],
    [invalidReply(502), 'Failed to load membership information (HTTP status 502)'],
    [unreachable('Failed to fetch'), `Failed to load membership information. ${NO_REPLY}`],
  ])('to load a membership, %j: %j', (failure, sentence) => {
    expect(errorSentence(new ApiError('GET /membership/get-membership', failure), membershipErrors)).toBe(
      sentence,
    );
  });
});

it.each([
  [1, 'Too many attempts. Try again in 1 second.'],
  [121, 'Too many attempts. Try again in 3 minutes.'],
  [7201, 'Too many attempts. Try again in 3 hours.'],
  [undefined, 'Too many attempts. Try again later.'],
])('the wait of %s seconds is written as %j', (seconds, sentence) => {
  expect(messages.waitMessage(seconds)).toBe(sentence);
});
