import { describe, expect, it } from 'vitest';
import { CAMPAIGN_ERROR_REASONS, type ErrorCode, errorMessages } from '#shared/errors';
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

const codes = Object.keys(errorMessages) as ErrorCode[];

describe('the error codes', () => {
  it.each(codes)('%s has an error status and a whole sentence', (code) => {
    expect(errorStatuses[code]).toBeGreaterThanOrEqual(400);
    const sentence = errorMessages[code];
    expect(sentence).toMatch(/^\p{Lu}/u);
    expect(sentence.endsWith('.')).toBe(!WITHOUT_FULL_STOP.includes(sentence));
  });

  it('contain the reasons of a rejected campaign', () => {
    const reasons = codes
      .filter((code) => code.startsWith('campaign-') && errorStatuses[code] === 400)
      .map((code) => code.slice('campaign-'.length));
    expect(reasons).toEqual([...CAMPAIGN_ERROR_REASONS]);
  });
});
