import { expect, it } from 'vitest';
import { firstCountText } from '../../../account-island/text/dashboard.ts';

it.each([
  ['2026-11-23T19:59:00Z', '24 November 2026'],
  ['2026-11-23T20:00:00Z', '25 November 2026'],
  ['2026-12-31T16:00:00Z', '1 January 2027'],
])('at %s the first count is on %s', (now, day) => {
  expect(firstCountText(new Date(now))).toContain(`for the first time on ${day} at 4:00`);
});
