import { expect, it } from 'vitest';
import {
  addDays,
  daysBetween,
  formatHongKongTime,
  formatLongDate,
  formatShortDate,
  formatTimestamp,
  hongKongDate,
  hongKongDateTime,
  hongKongInstant,
  monthRange,
  withHongKongOffset,
} from '#shared/hong-kong';

it.each([
  ['2026-12-31T15:59:59.999Z', '2026-12-31'],
  ['2026-12-31T16:00:00.000Z', '2027-01-01'],
  ['2028-02-28T16:00:00.000Z', '2028-02-29'],
])('at %s the date in Hong Kong is %s', (instant, date) => {
  expect(hongKongDate(new Date(instant))).toBe(date);
});

it('a local time in Hong Kong is converted to its instant', () => {
  const instant = new Date('2026-03-01T22:30:00Z');
  expect(hongKongDateTime(instant)).toBe('2026-03-02T06:30');
  expect(withHongKongOffset('2026-03-02T06:30')).toBe('2026-03-02T06:30:00+08:00');
  expect(hongKongInstant('2026-03-02', '06:30')).toEqual(instant);
  expect(hongKongInstant('2026-03-02').toISOString()).toBe('2026-03-01T16:00:00.000Z');
  expect(formatHongKongTime(instant)).toBe('2 March 2026 at 06:30 (Hong Kong time)');
});

it('days are counted across months, years and 29 February', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
  expect(daysBetween('2027-12-31', '2028-12-31')).toBe(366);
});

it('a day is written in words, also that of an instant', () => {
  expect(formatLongDate('2027-01-01')).toBe('1 January 2027');
  expect(formatLongDate('2026-12-24T16:00:00.000Z')).toBe('25 December 2026');
  expect(formatShortDate('2026-09-24T16:00:00.000Z')).toBe('25 Sep 2026');
  expect(formatTimestamp('2026-12-31T16:00:04.567Z')).toBe('2027-01-01 00:00:04 +08:00');
});

it('a month begins and ends at midnight in Hong Kong', () => {
  expect(monthRange('2026-12')).toEqual({
    start: '2026-11-30T16:00:00.000Z',
    end: '2026-12-31T16:00:00.000Z',
  });
});
