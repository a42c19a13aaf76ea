import { expect, it } from 'vitest';
import { formatDay, formatDottedDay } from '../../../site/lib/content/dates.ts';

it.each([
  ['2025-10-28', '2025.10.28'],
  ['2026-04', '2026.04'],
  ['2022', '2022'],
])('the date %s is printed as exactly as it is known', (date, printed) =>
  expect(formatDottedDay(date)).toBe(printed),
);

it.each([
  ['2025-10-28', 'Tuesday, October 28, 2025'],
  ['2022-02-22', 'Tuesday, February 22, 2022'],
])('the day %s is written in words, in any time zone', (day, words) => expect(formatDay(day)).toBe(words));
