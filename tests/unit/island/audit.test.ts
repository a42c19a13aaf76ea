import { expect, it } from 'vitest';
import { describeAuthor, describeDetails } from '../../../account-island/text/audit.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

it.each<[Record<string, string>, unknown[]]>([
  [
    { endDate: '2027-01-01', startDate: '2026-03-02', type: 'student' },
    ['Type: Student', 'Start date: 2 March 2026', 'End date: 1 January 2027'],
  ],
  [{ venue: '', name: 'GMP 2025' }, ['Conference: GMP 2025']],
  [{ sendAt: '2026-03-02T08:00:00.000Z' }, ['Send time: 2 March 2026 at 16:00']],
  [{ browser: CHROME, network: '203.0.113.7' }, ['Network: 203.0.113.7', 'Device: Chrome on Windows']],
  [{ browser: '', network: 'unknown' }, ['Network: Unknown']],
  [{ unheardOf: 'x' }, ['unheardOf: x']],
])('the details of an entry, %j, are %j', (details, words) => {
  expect(describeDetails({ details }).map(({ name, value }) => `${name}: ${value}`)).toEqual(words);
});

it.each([
  [{ by: 'administrator', administrator: 'operator' }, 'operator'],
  [{ by: 'administrator' }, 'an administrator'],
  [{ by: 'operator' }, 'the system operator'],
  [{ by: 'anonymous' }, 'someone who was not logged in'],
  [{ by: 'member' }, 'the member'],
])('an entry names its author: %j', (entry, words) => {
  expect(describeAuthor(entry)).toBe(words);
});
