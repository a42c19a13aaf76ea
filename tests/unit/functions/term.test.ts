import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { membershipStatus, nextTerm } from '../../../functions/memberships/term.ts';
import { sized } from '../../support/sizes.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the status of a member', () => {
  it.each([
    ['', '2026-05-05T00:00:00Z', 'registered'],
    ['2027-01-01', '2026-05-05T00:00:00Z', 'active'],
    ['2027-01-01', '2026-12-31T16:00:00.000Z', 'active'],
    ['2027-01-01', '2027-01-01T15:59:59.999Z', 'active'],
    ['2027-01-01', '2027-01-01T16:00:00.000Z', 'expired'],
    ['2025-01-01', '2026-05-05T00:00:00Z', 'expired'],
  ] as const)('active until "%s", at %s: %s', (activeUntil, now, status) => {
    expect(membershipStatus(activeUntil, new Date(now))).toBe(status);
  });
});

describe('what a payment buys', () => {
  const overpayment = undefined;
  const term = (startDate: string, endDate: string) => ({ startDate, endDate });

  it.each([
    // Inactive: the current year.
    ['never a member', '', '2026-03-02T08:00:00Z', term('2026-03-02', '2027-01-01')],
    ['lapsed long ago', '2023-01-01', '2026-03-02T08:00:00Z', term('2026-03-02', '2027-01-01')],
    ['lapsed yesterday', '2026-01-01', '2026-01-01T16:00:00.000Z', term('2026-01-02', '2027-01-01')],
    ['a day before the window', '', '2026-10-31T15:59:59.999Z', term('2026-10-31', '2027-01-01')],
    // Inactive, renewal window: the remaining days and the coming year.
    ['the window opens', '', '2026-10-31T16:00:00.000Z', term('2026-11-01', '2028-01-01')],
    ['lapsed, in the window', '2025-01-01', '2026-12-24T08:00:00Z', term('2026-12-24', '2028-01-01')],
    ['the last moment of the year', '', '2026-12-31T15:59:59.999Z', term('2026-12-31', '2028-01-01')],
    ['the first moment of the year', '', '2026-12-31T16:00:00.000Z', term('2027-01-01', '2028-01-01')],
    ['a moment later', '', '2026-12-31T16:00:00.001Z', term('2027-01-01', '2028-01-01')],
    // Active: the year after the paid one.
    ['early renewal', '2027-01-01', '2026-02-02T08:00:00Z', term('2027-01-01', '2028-01-01')],
    ['renewal in the window', '2027-01-01', '2026-12-01T08:00:00Z', term('2027-01-01', '2028-01-01')],
    [
      'renewal, last moment of the year',
      '2027-01-01',
      '2026-12-31T15:59:59.999Z',
      term('2027-01-01', '2028-01-01'),
    ],
    ['renewal on the last day', '2027-01-01', '2026-12-31T16:00:00.000Z', term('2027-01-01', '2028-01-01')],
    ['renewal, last moment', '2027-01-01', '2027-01-01T15:59:59.999Z', term('2027-01-01', '2028-01-01')],
    ['a moment too late', '2027-01-01', '2027-01-01T16:00:00.000Z', term('2027-01-02', '2028-01-01')],
    // Already a year ahead.
    ['paid for next year too', '2028-01-01', '2026-12-31T15:59:59.999Z', overpayment],
    ['the same, the year begun', '2028-01-01', '2026-12-31T16:00:00.000Z', term('2028-01-01', '2029-01-01')],
    ['granted far ahead', '2031-01-01', '2026-05-05T08:00:00Z', overpayment],
  ])('%s: active until "%s", paid at %s', (_, activeUntil, paidAt, bought) => {
    expect(nextTerm(activeUntil, new Date(paidAt))).toEqual(bought);
  });

  it.each([
    ['UTC', 0],
    ['Asia/Hong_Kong', -480],
    ['America/Los_Angeles', 480],
    ['Pacific/Kiritimati', 640],
  ])(
    'ends on 1 January of the next year or the one after and never shortens, on a machine in %s',
    (zone, offsetMinutes) => {
      vi.stubEnv('TZ', zone);
      expect(new Date(0).getTimezoneOffset()).toBe(offsetMinutes);
      const aroundNewYear = fc
        .tuple(fc.integer({ min: 2024, max: 2090 }), fc.integer({ min: -3, max: 3 }))
        .map(([year, shift]) => new Date(Date.UTC(year, 11, 31, 16) + shift));
      const anyTime = fc.date({
        min: new Date('2024-01-01'),
        max: new Date('2090-01-01'),
        noInvalidDate: true,
      });
      fc.assert(
        fc.property(
          fc.oneof(anyTime, aroundNewYear),
          fc.option(fc.integer({ min: -3, max: 4 })),
          (paidAt, yearsAhead) => {
            // Computed independently of the code under test, by the platform's own time zone of Hong Kong.
            const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(paidAt);
            const year = Number(today.slice(0, 4));
            const activeUntil = yearsAhead === null ? '' : `${year + yearsAhead}-01-01`;
            const bought = nextTerm(activeUntil, paidAt);
            if (activeUntil > `${year + 1}-01-01`) {
              expect(bought).toBeUndefined();
              return;
            }
            expect([`${year + 1}-01-01`, `${year + 2}-01-01`]).toContain(bought?.endDate);
            expect([activeUntil, bought?.endDate].sort()[1]).toBe(bought?.endDate);
            expect(bought?.endDate).not.toBe(activeUntil);
            expect(bought?.startDate).toBe([activeUntil, today].sort()[1]);
          },
        ),
        { seed: 20_261_231, numRuns: sized(500, 100_000) },
      );
    },
  );
});
