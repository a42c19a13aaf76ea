import { expect, it } from 'vitest';
import { formatHongKongTime, hongKongDateTime, hongKongInstant, withHongKongOffset } from '#shared/hong-kong';

it('a local time in Hong Kong is converted to its instant', () => {
  const instant = new Date('2026-03-01T22:30:00Z');
  expect(hongKongDateTime(instant)).toBe('2026-03-02T06:30');
  expect(withHongKongOffset('2026-03-02T06:30')).toBe('2026-03-02T06:30:00+08:00');
  expect(hongKongInstant('2026-03-02', '06:30')).toEqual(instant);
  expect(hongKongInstant('2026-03-02').toISOString()).toBe('2026-03-01T16:00:00.000Z');
  expect(formatHongKongTime(instant)).toBe('2 March 2026 at 06:30 (Hong Kong time)');
});
