import { describe, expect, it } from 'vitest';
import {
  membershipStatus,
  nextPaymentDate,
} from '../../../account-island/member/membership/membership-status.tsx';
import type { MembershipRecord } from '../../../functions/contract/membership.ts';
import { term } from '../../support/api/make.ts';

/** The record of a term as the API returns it. */
const record = (
  startDate: string,
  endDate: string,
  given: Partial<MembershipRecord> = {},
): MembershipRecord => ({
  ...term(startDate, endDate),
  id: startDate,
  type: 'Professional Member',
  accessMethod: 'Online payment',
  ...given,
});

describe('the status of a membership', () => {
  const first = record('2026-03-02', '2027-01-01');
  const student = record('2025-03-02', '2026-01-01', { type: 'Student Member' });
  const professional = 'Professional Member';

  it.each([
    ['without a record', [], '2026-03-02', { state: 'registered' }],
    ['on the last day', [first], '2027-01-01', { state: 'active', type: professional, until: '2027-01-01' }],
    ['a day later', [first], '2027-01-02', { state: 'expired', on: '2027-01-01' }],
    [
      'between two terms of one type',
      [record('2027-01-01', '2028-01-01'), first],
      '2026-05-05',
      { state: 'active', type: professional, until: '2028-01-01' },
    ],
    [
      'before a term of another type',
      [record('2026-01-01', '2027-01-01'), student],
      '2025-12-31',
      {
        state: 'active',
        type: 'Student Member',
        until: '2026-01-01',
        next: record('2026-01-01', '2027-01-01'),
      },
    ],
    [
      'between two periods',
      [record('2028-01-01', '2029-01-01'), first],
      '2027-06-01',
      { state: 'expired', on: '2027-01-01', next: record('2028-01-01', '2029-01-01') },
    ],
  ])('%s', (_, records, today, status) => {
    expect(membershipStatus(records, today)).toEqual(status);
  });

  it.each([
    [[], '2026-03-02', undefined],
    [[record('2020-01-01', '2030-01-01')], '2026-03-02', '2029-01-01'],
    [[record('2028-01-01', '2029-01-01'), first], '2027-11-01', '2028-01-01'],
  ])('with the records %#, a payment on %s is possible again from %s', (records, today, from) => {
    expect(nextPaymentDate(records, today)).toBe(from);
  });
});
