import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../account-island/api/http.ts';
import { messages } from '../../../account-island/text/account.ts';
import { describeError } from '../../../account-island/text/errors.ts';
import { codeRequestErrors, forgotPasswordLabels } from '../../../account-island/text/forgot-password.ts';
import { validityError } from '../../../account-island/ui/use-form.ts';
import { notice, rejected, unreachable } from './api-errors.ts';

const validity = (...flags: (keyof ValidityState)[]) =>
  Object.fromEntries([['valid', flags.length === 0], ...flags.map((flag) => [flag, true])]) as ValidityState;

it.each<[type: string, flags: (keyof ValidityState)[], sentence: string | null]>([
  ['text', [], null],
  // An empty field for a code has its own sentence.
  ['text', ['valueMissing', 'customError'], 'Enter the 6-digit code.'],
  ['text', ['valueMissing'], 'This field is required.'],
  ['email', ['typeMismatch'], 'Enter a valid email address.'],
  ['date', ['rangeOverflow'], "Enter today's date or an earlier date."],
  ['text', ['patternMismatch'], 'Enter a whole number, 0 or greater.'],
])("the browser's own errors in our words %s %j: %j", (type, flags, sentence) => {
  expect(
    validityError({
      ...{ type, value: '', validity: validity(...flags) },
      validationMessage: 'Enter the 6-digit code.',
    }),
  ).toBe(sentence);
});

describe('requesting a code', () => {
  const failed = 'Failed to send auth code. Please try again.';
  it.each<[ApiErrorKind, sentence: string, waitSeconds: number]>([
    [rejected(400), failed, 0],
    [rejected(429, { retryAfterSeconds: 40 }), messages.waitMessage(40), 40],
    [unreachable('Failed to fetch'), 'An error occurred.', 0],
  ])('for %j says %j, then waits %i s', (failure, sentence, seconds) => {
    const error = new ApiError('POST /auth/forgetPassword', failure);
    expect(notice(describeError(error, codeRequestErrors, forgotPasswordLabels))).toEqual({ code: sentence });
    expect(error.secondsToWait).toBe(seconds);
  });
});
