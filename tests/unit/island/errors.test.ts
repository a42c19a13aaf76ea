import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../account-island/api/http.ts';
import { messages, waitMessage } from '../../../account-island/text/account.ts';
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
    ['login', invalidReply(200), { note: messages.foreignReply }],
    ['login', unreachable('signal timed out'), { note: NO_REPLY }],
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
  register: (error) => describeError(error, registerErrors, registerLabels),
  resetPassword: (error) => describeError(error, resetPasswordErrors, forgotPasswordLabels),
  newSalt: describeChange,
  getSalt: describeChange,
  updatePassword: describeChange,
  deleteAccount: (error) => describeError(error, deleteAccountErrors, deleteAccountLabels),
  updateUserInfo: (error) => describeError(error, profileErrors, profileLabels),
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
    ['register', rejected(409, taken), { userName: 'Username already exists' }],
    ['register', rejected(409, { error: 'email-taken' }), { email: 'Email already registered' }],
    [
      'register',
      rejected(400, { issues: [issue('email', email), issue('password', password), issue('salt', 'x')] }),
      { note: check, email, password },
    ],
    ['register', rejected(429, { retryAfterSeconds: 60 }), { note: waitMessage(60) }],
    ['register', rejected(500, { requestId: 'abc' }), { note: `${again} ${REFERENCE}` }],
    ['register', unreachable('Failed to fetch'), { note: again }],
    ['resetPassword', rejected(400, { issues: [issue('code', code)] }), { note: noReset, code }],
    ['resetPassword', unreachable('Failed to fetch'), { note: noReset }],
    ['newSalt', invalidReply(502), { note: 'Failed to generate salt' }],
    ['getSalt', rejected(404), { note: 'Failed to get salt' }],
    ['getSalt', rejected(429), { note: waitMessage(undefined) }],
    ['updatePassword', rejected(400, { issues: [issue('old_password', old_password)] }), { old_password }],
    ['updatePassword', rejected(500), { note: 'Failed to update password' }],
    ['newSalt', unreachable('Failed to fetch'), { note: noChange }],
    [
      'updatePassword',
      unreachable('Failed to fetch'),
      {
        note: `${noChange} If you are then asked to log in, try your new password first: it may have been set already.`,
      },
    ],
    ['deleteAccount', rejected(400, { error: 'password-wrong' }), { old_password: 'The password is wrong.' }],
    ['deleteAccount', unreachable('Failed to fetch'), { note: NO_REPLY }],
    ['updateUserInfo', rejected(409, taken), { username: 'Update failed: Username already exists' }],
    // Another code than 1, which the specification's call explains in `msg`.
    [
      'updateUserInfo',
      rejected(200, { message: 'Closed today', msg: 'Closed today' }),
      { note: 'Update failed: Closed today' },
    ],
    ['updateUserInfo', rejected(400, { issues: [issue('dob', dob)] }), { dob }],
    ['updateUserInfo', invalidReply(502), { note: 'Update failed: Update failed' }],
    ['updateUserInfo', unreachable('Failed to fetch'), { note: `Update failed: ${NO_REPLY}` }],
  ])('at %s, %j: %j', (call, failure, sentences) => {
    expect(notice(describers[call]?.(new ApiError(call, failure)) ?? {})).toEqual(sentences);
  });

  it.each<[ApiErrorKind, string]>([
    [rejected(403, { error: 'account-disabled', message: 'Account disabled' }), 'Account disabled'],
    [invalidReply(502), 'Failed to load membership information (HTTP status 502)'],
    [unreachable('Failed to fetch'), `Failed to load membership information. ${NO_REPLY}`],
  ])('to load a membership, %j: %j', (failure, sentence) => {
    expect(errorSentence(new ApiError('getMembership', failure), membershipErrors)).toBe(sentence);
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
