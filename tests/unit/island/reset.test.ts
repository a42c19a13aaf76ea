import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../account-island/api/http.ts';
import {
  codeRequestFailed,
  requestCode,
} from '../../../account-island/features/login/forgot-password-form.tsx';
import { waitMessage } from '../../../account-island/text/account.ts';
import { describeError } from '../../../account-island/text/errors.ts';
import { forgotPasswordLabels, resetPasswordErrors } from '../../../account-island/text/forgot-password.ts';
import { notice, rejected, unreachable } from './api-errors.ts';

describe('requesting a code', () => {
  it.each<[flags: Partial<ValidityState>, sentence: string]>([
    [{ valueMissing: true }, 'Please enter your email first'],
    [{ typeMismatch: true }, 'Enter a valid email address.'],
  ])('with an address that is %j makes no call', async (flags, sentence) => {
    const email = { type: 'email', value: '', validity: { valid: false, ...flags } };
    const { result, waitSeconds } = await requestCode(email as HTMLInputElement);
    expect([notice(result), waitSeconds]).toEqual([{ email: sentence }, 0]);
  });

  const failed = 'Failed to send auth code. Please try again.';
  it.each<[ApiErrorKind, sentence: string, waitSeconds: number]>([
    [rejected(400), failed, 0],
    [rejected(429, { retryAfterSeconds: 40 }), waitMessage(40), 40],
    [unreachable('Failed to fetch'), 'An error occurred.', 0],
  ])('for %j says %j, then waits %i s', (failure, sentence, seconds) => {
    const { result, waitSeconds } = codeRequestFailed(new ApiError('forgetPassword', failure));
    expect([notice(result), waitSeconds]).toEqual([{ code: sentence }, seconds]);
  });
});

describe('a failed reset says', () => {
  const failed = 'Failed to reset password. Please try again.';
  const issue = (path: string, message: string) => rejected(400, { issues: [{ path, message }] });
  it.each<[ApiErrorKind, object]>([
    [
      issue('code', 'This code is wrong or has expired.'),
      { note: failed, code: 'This code is wrong or has expired.' },
    ],
    [rejected(400), { note: failed }],
    [unreachable('Failed to fetch'), { note: failed }],
  ])('for %j: %j', (failure, sentences) => {
    expect(
      notice(
        describeError(new ApiError('resetPassword', failure), resetPasswordErrors, forgotPasswordLabels),
      ),
    ).toEqual(sentences);
  });
});
