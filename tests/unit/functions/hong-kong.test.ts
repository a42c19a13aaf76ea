import { expect, it } from 'vitest';
import {
  formatHongKongTime,
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

it('a month begins and ends at midnight in Hong Kong', () => {
  expect(monthRange('2026-12')).toEqual({
    start: '2026-11-30T16:00:00.000Z',
    end: '2026-12-31T16:00:00.000Z',
  });
});
