import { expect, it } from 'vitest';
import { conferenceRecordId } from '../../../functions/conferences/conference.ts';
import { firstDay } from '../../../functions/conferences/repository.ts';

it.each([
  ['June 3 – July 1, 2024', '2024-06-03'],
  ['June 3-5, 2024', '2024-06-03'],
  ['13 June 2024', '2024-06-13'],
  ['3-5 September 2024', '2024-09-05'],
  ['October 2024', '2024-10-00'],
  ['2024-06-03', '2024-06-03'],
  ['2024', '2024-00-00'],
  ['June 3-5', ''],
  ['in the spring', ''],
  ['', ''],
])('conferences of "%s" are sorted by "%s"', (text, day) => {
  expect(firstDay(text)).toBe(day);
});

it('an attendance has the same id in any spacing and spelling, whatever its link', () => {
  const given = { name: 'Teapot Days', link: '', venue: 'Utah', date: 'June 3-5, 2024' };
  const again = { ...given, name: ' TEAPOT  days', link: 'https://example.org' };
  expect(conferenceRecordId(again)).toBe(conferenceRecordId(given));
  for (const field of ['name', 'venue', 'date'] as const) {
    expect(conferenceRecordId({ ...given, [field]: 'another' })).not.toBe(conferenceRecordId(given));
  }
});
