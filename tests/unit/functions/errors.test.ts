import { describe, expect, it } from 'vitest';
import { CAMPAIGN_ERROR_REASONS, ERROR_CODES, errorMessages, isErrorCode } from '#shared/errors';
import { errorStatuses } from '../../../functions/platform/http/error-replies.ts';

/** Sentences that the specification fixes. */
const WITHOUT_FULL_STOP = [
  'Username not found',
  'Login failed',
  'Account disabled',
  'Username already exists',
  'Email already registered',
  'Server error',
];

describe('the error codes', () => {
  it.each(ERROR_CODES)('%s has an error status and a whole sentence', (code) => {
    expect(errorStatuses[code]).toBeGreaterThanOrEqual(400);
    const sentence = errorMessages[code];
    expect(sentence).toMatch(/^\p{Lu}/u);
    expect(sentence.endsWith('.')).toBe(!WITHOUT_FULL_STOP.includes(sentence));
  });

  it('are distinguished from any other text', () => {
    expect(isErrorCode('login-failed')).toBe(true);
    expect(['', 'toString', 'Login failed'].some(isErrorCode)).toBe(false);
  });

  it('contain the reasons of a rejected campaign', () => {
    const reasons = ERROR_CODES.filter(
      (code) => code.startsWith('campaign-') && errorStatuses[code] === 400,
    ).map((code) => code.slice('campaign-'.length));
    expect(reasons).toEqual([...CAMPAIGN_ERROR_REASONS]);
  });
});
