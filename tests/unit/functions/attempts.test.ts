import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Attempts, registerAttempt } from '../../../functions/limits/limits.ts';

const MINUTE = 60_000;

/** Attempts at the given minutes, and for each whether it was allowed. */
function tries(minutes: number[]): boolean[] {
  let row: Attempts | undefined;
  return minutes.map((minute) => {
    const result = registerAttempt(row, minute * MINUTE);
    if ('claimed' in result) row = result.claimed;
    return 'claimed' in result;
  });
}

describe('sign-in attempts', () => {
  it.each([
    [
      'five at once, then one after a minute, 2, 4, 8',
      [0, 0, 0, 0, 0, 0.99, 1, 2.9, 3, 6.9, 7, 14.9, 15],
      [true, true, true, true, true, false, true, false, true, false, true, false, true],
    ],
    [
      'then every 15, and no longer',
      [0, 0, 0, 0, 0, 1, 3, 7, 15, 29.9, 30, 44.9, 45],
      [true, true, true, true, true, true, true, true, true, false, true, false, true],
    ],
    [
      'again from the start after a quarter of an hour past the last wait',
      [0, 0, 0, 0, 0, 16, 16, 16, 16, 16, 16],
      [true, true, true, true, true, true, true, true, true, true, false],
    ],
  ])('%s', (_what, minutes, counted) => {
    expect(tries(minutes)).toEqual(counted);
  });

  it('never allows more than nine in any quarter of an hour', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 200, size: 'max' }), (seconds) => {
        const times = seconds.toSorted((a, b) => a - b).map((second) => second / 12);
        const counted = tries(times);
        const passed = times.filter((_, index) => counted[index]);
        for (const start of passed) {
          expect(passed.filter((time) => time >= start && time < start + 15).length).toBeLessThanOrEqual(9);
        }
      }),
    );
  });
});
