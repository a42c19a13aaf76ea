import { describe, expect, it } from 'vitest';
import { CAMPAIGN_ERROR_REASONS, type ErrorCode, errorMessages } from '#shared/errors';
import { errorStatuses } from '../../../functions/platform/http/error-replies.ts';

const codes = Object.keys(errorMessages) as ErrorCode[];

describe('the error codes', () => {
  it.each(codes)('%s has an error status', (code) => expect(errorStatuses[code]).toBeGreaterThanOrEqual(400));

  it('contain the reasons of a rejected campaign', () => {
    const reasons = codes
      .filter((code) => code.startsWith('campaign-') && errorStatuses[code] === 400)
      .map((code) => code.slice('campaign-'.length));
    expect(reasons).toEqual([...CAMPAIGN_ERROR_REASONS]);
  });
});
