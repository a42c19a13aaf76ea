import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  extendedBy,
  membershipOf,
  membershipStatus,
  termOnDate,
} from '../../../functions/memberships/term.ts';
import { hongKongDate } from '../../../functions/shared/hong-kong.ts';
import {
  membershipOn,
  nextTerm,
  type Period,
  validUntil,
} from '../../../functions/shared/membership-periods.ts';
import { activeUntil, term } from '../../support/api/make.ts';

afterEach(() => vi.unstubAllEnvs());

const period = (startDate: string, endDate: string): Period => ({ startDate, endDate });
const [early, late] = [
  term('2026-03-02', '2028-01-01'),
  term('2029-01-01', '2030-01-01', { type: 'student' }),
];
const GAP = [period('2026-03-02', '2028-01-01'), period('2029-01-01', '2030-01-01')];

const SOON = [...activeUntil('2026-01-01'), period('2026-06-01', '2027-01-01')];

it('the periods of a membership are those that a term fills, or that a void in the middle leaves', () => {
  const middle = term('2028-01-01', '2029-01-01');
  const whole = extendedBy(membershipOf([late, early]), middle);
  expect(whole).toEqual({
    activeUntil: '2030-01-01',
    membershipType: 'student',
    activePeriods: [period('2026-03-02', '2030-01-01')],
  });
  expect(whole).toEqual(membershipOf([late, middle, early]));
  expect(validUntil(whole.activePeriods, middle)).toBe('2030-01-01');
  expect(validUntil(membershipOf([late, early]).activePeriods, early)).toBe('2028-01-01');
});

it.each([
  [[], '2026-05-05T00:00:00Z', 'registered', ''],
  [activeUntil('2027-01-01'), '2027-01-01T15:59:59.999Z', 'active', '2027-01-01'],
  [activeUntil('2027-01-01'), '2027-01-01T16:00:00.000Z', 'expired', '2027-01-01'],
  [GAP, '2026-03-01T15:59:59.999Z', 'registered', ''],
  [GAP, '2028-12-31T15:59:59.999Z', 'expired', '2028-01-01'],
  [GAP, '2028-12-31T16:00:00.000Z', 'active', '2030-01-01'],
] as const)('a member with the periods %j is at %s %s until "%s"', (activePeriods, now, status, until) => {
  expect(membershipStatus({ activePeriods }, new Date(now))).toBe(status);
  expect(membershipOn(activePeriods, hongKongDate(new Date(now)))).toEqual({ status, until });
});

it.each([
  ['2026-03-01', undefined],
  ['2028-01-02', early],
  ['2029-01-01', late],
])('the type of a member on %s is of the term that runs, else of the last one', (day, found) => {
  expect(termOnDate([late, early], day)).toBe(found);
});

describe('what a payment buys', () => {
  // Whatever zone the machine is in, the calendar is Hong Kong's.
  beforeEach(() => {
    vi.stubEnv('TZ', 'America/Los_Angeles');
    expect(new Date(0).getTimezoneOffset()).toBe(480);
  });
  const overpayment = undefined;

  it.each([
    // Inactive: the current year.
    ['never a member', '', '2026-03-02T08:00:00Z', period('2026-03-02', '2027-01-01')],
    ['lapsed yesterday', '2026-01-01', '2026-01-01T16:00:00.000Z', period('2026-01-02', '2027-01-01')],
    ['a day before the window', '', '2026-10-31T15:59:59.999Z', period('2026-10-31', '2027-01-01')],
    // Inactive, renewal window: the remaining days and the coming year.
    ['the window opens', '', '2026-10-31T16:00:00.000Z', period('2026-11-01', '2028-01-01')],
    ['lapsed, in the window', '2025-01-01', '2026-12-24T08:00:00Z', period('2026-12-24', '2028-01-01')],
    ['the last moment of the year', '', '2026-12-31T15:59:59.999Z', period('2026-12-31', '2028-01-01')],
    ['the first moment of the year', '', '2026-12-31T16:00:00.000Z', period('2027-01-01', '2028-01-01')],
    // Active: the year after the paid one.
    ['early renewal', '2027-01-01', '2026-02-02T08:00:00Z', period('2027-01-01', '2028-01-01')],
    ['renewal, last moment', '2027-01-01', '2027-01-01T15:59:59.999Z', period('2027-01-01', '2028-01-01')],
    ['a moment too late', '2027-01-01', '2027-01-01T16:00:00.000Z', period('2027-01-02', '2028-01-01')],
    // Already a year ahead.
    ['paid for next year too', '2028-01-01', '2026-12-31T15:59:59.999Z', overpayment],
    ['the year begun', '2028-01-01', '2026-12-31T16:00:00.000Z', period('2028-01-01', '2029-01-01')],
    ['granted for life', '9999-01-01', '2026-05-05T08:00:00Z', overpayment],
  ])('%s: active until "%s", paid at %s', (_, end, paidAt, bought) => {
    expect(nextTerm(activeUntil(end), hongKongDate(new Date(paidAt)))).toEqual(bought);
  });

  it.each([
    [
      'a year without a membership, before the next one',
      GAP,
      '2028-02-10',
      period('2028-02-10', '2029-01-01'),
    ],
    ['nothing when the coming year is extended already', GAP, '2028-11-01', overpayment],
    ['the year between two periods', GAP, '2027-06-01', period('2028-01-01', '2029-01-01')],
    ['the year after the second period', GAP, '2029-01-01', period('2030-01-01', '2031-01-01')],
    [
      'the year after a period that begins within the year',
      SOON,
      '2026-03-02',
      period('2027-01-01', '2028-01-01'),
    ],
    ['nothing a year before', SOON, '2025-12-01', overpayment],
  ])('%s, in a membership with a gap', (_, periods, day, bought) => {
    expect(nextTerm(periods, day)).toEqual(bought);
  });
});
