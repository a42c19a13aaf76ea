import { expect, it } from 'vitest';
import { formatDay, formatDottedDay } from '../../../site/lib/content/dates.ts';

it('a day is printed in the format of the News page', () =>
  expect(formatDottedDay('2025-10-28')).toBe('2025.10.28'));

it.each([
  ['2025-10-28', 'Tuesday, October 28, 2025'],
  ['2022-02-22', 'Tuesday, February 22, 2022'],
])('the day %s is written in words, in any time zone', (day, words) => expect(formatDay(day)).toBe(words));
