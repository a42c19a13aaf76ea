import { expect, it } from 'vitest';
import { CAMPAIGN_ERROR_REASONS } from '#shared/errors';
import { errorStatuses } from '../../../functions/platform/http/error-replies.ts';

it('the reasons of a rejected campaign are its error codes with status 400', () => {
  const rejected = Object.entries(errorStatuses).filter(([, status]) => status === 400);
  const reasons = rejected.flatMap(([code]) => /^campaign-(.+)/.exec(code)?.[1] ?? []);
  expect(reasons.toSorted()).toEqual(CAMPAIGN_ERROR_REASONS.toSorted());
});
