import { expect, it } from 'vitest';
import { firstDay } from '../../../functions/conferences/repository.ts';

it.each([
  ['June 3 – July 1, 2024', '2024-06-03'],
  ['3-5 September 2024', '2024-09-05'],
  ['October 2024', '2024-10-00'],
  ['2024-06-03', '2024-06-03'],
  ['2024', '2024-00-00'],
  ['June 3-5', ''],
])('conferences of "%s" are sorted by "%s"', (text, day) => {
  expect(firstDay(text)).toBe(day);
});
