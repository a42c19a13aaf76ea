import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../account-island/api/http.ts';
import { codeError } from '../../../account-island/components/emailed-code-field.tsx';
import {
  codeRequestFailed,
  requestCode,
} from '../../../account-island/features/login/forgot-password-form.tsx';
import { registrationErrors } from '../../../account-island/features/login/register-form.tsx';
import { validityError } from '../../../account-island/hooks/form-errors.ts';
import { waitMessage } from '../../../account-island/text/account.ts';
import { registration } from '../../support/api/make.ts';
import { notice, rejected, unreachable } from './api-errors.ts';

const validity = (...flags: (keyof ValidityState)[]) =>
  Object.fromEntries([['valid', flags.length === 0], ...flags.map((flag) => [flag, true])]) as ValidityState;

describe("the browser's own errors in our words", () => {
  it.each<[type: string, flags: (keyof ValidityState)[], sentence: string | null]>([
    ['text', [], null],
    // An empty field for a code has its own sentence.
    ['text', ['valueMissing', 'customError'], 'Enter the 6-digit code.'],
    ['text', ['valueMissing'], 'This field is required.'],
    ['email', ['typeMismatch'], 'Enter a valid email address.'],
    ['date', ['rangeOverflow'], "Enter today's date or an earlier date."],
    ['text', ['patternMismatch'], 'Enter a whole number, 0 or greater.'],
  ])('%s %j: %j', (type, flags, sentence) => {
    expect(
      validityError({
        ...{ type, value: '', validity: validity(...flags) },
        validationMessage: 'Enter the 6-digit code.',
      }),
    ).toBe(sentence);
  });

  it.each([
    ['ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｊｐ', null],
    ['hanako', 'Enter a valid email address.'],
  ])('what the schemas can turn into an address, or explain, is theirs: %j', (value, sentence) => {
    const control = { type: 'email', value, validity: validity('typeMismatch'), validationMessage: '' };
    expect(validityError(control)).toBe(sentence);
  });
});

it.each([
  ['12345678', ''],
  // Has its own sentence.
  ['', ''],
  ['123456', 'Enter the 8-digit code.'],
])('the code %j from an email: %j', (typed, sentence) => {
  expect(codeError(typed)).toBe(sentence);
});

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

it("a registration's errors are told at once, the browser's first, in the order of the form", () => {
  const given = { ...registration(), userName: 'tea@pot', password: 'one', confirmation: 'other' };
  const byBrowser = new Map([['affiliation', 'This field is required.'] as const]);
  const entries = { ...given, affiliation: '', dob: '', phone: '', education: '', address: '', homepage: '' };
  expect([...registrationErrors(entries, byBrowser)]).toEqual([
    ['userName', expect.stringContaining('@')],
    ['confirmation', 'Passwords do not match!'],
    ['affiliation', 'This field is required.'],
  ]);
});
