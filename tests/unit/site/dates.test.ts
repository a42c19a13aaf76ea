import { expect, it } from 'vitest';
import { formatDay, formatDottedDay } from '../../../site/lib/content/dates.ts';

it('prints a day as the News page does', () => expect(formatDottedDay('2025-10-28')).toBe('2025.10.28'));

it.each([
  ['2025-10-28', 'Tuesday, October 28, 2025'],
  ['2022-02-22', 'Tuesday, February 22, 2022'],
])('says %s in words, wherever the machine stands', (day, words) => expect(formatDay(day)).toBe(words));
