import { describe, expect, it } from 'vitest';
import { describeAuthor, describeDetails } from '../../../account-island/text/audit.ts';
import { pagePosition, plural, rangePosition } from '../../../account-island/text/format.ts';

it.each([
  [0, '0 rows'],
  [1, '1 row'],
  [12_345, '12,345 rows'],
])('%i: %s', (count, words) => {
  expect(plural(count, '1 row', '{n} rows')).toBe(words);
});

it('a pager shows the page and the number of items, or the range if the number is unknown', () => {
  const members = { one: '1 member', other: '{n} members' };
  expect(pagePosition(1, 1, 1, members)).toBe('Page 1 of 1 · 1 member');
  expect(pagePosition(2, 625, 12_500, members)).toBe('Page 2 of 625 · 12,500 members');
  expect(rangePosition(50, 50)).toBe('51–100');
  expect(rangePosition(1000, 1)).toBe('1,001–1,001');
  expect(rangePosition(0, 0)).toBe('0–0');
});

describe('the details of an entry', () => {
  const ok = (details: Record<string, string>) =>
    describeDetails({ details }).map(({ name, value }) => `${name}: ${value}`);

  it.each<[Record<string, string>, unknown[]]>([
    [
      { endDate: '2027-01-01', startDate: '2026-03-02', type: 'student' },
      ['Type: Student', 'Start date: 2 March 2026', 'End date: 1 January 2027'],
    ],
    [
      { categoryBefore: 'ordinary', category: 'institutional-contact' },
      ['Previous category: Ordinary', 'Category: Institutional contact'],
    ],
    [{ venue: '', name: 'GMP 2025' }, ['Conference: GMP 2025']],
    [
      { payment: 'pi_1', reviewReason: 'overpayment' },
      ['Payment: pi_1', 'Reason for review: Already paid for this period: send the money back'],
    ],
    [{ sendAt: '2026-03-02T08:00:00.000Z' }, ['Send time: 2 March 2026 at 16:00']],
    [{ gender: '', genderBefore: 'prefer_not_to_say' }, ['Previous gender: Prefer not to answer']],
    [{ unheardOf: 'x' }, ['unheardOf: x']],
  ])('%j', (details, words) => {
    expect(ok(details)).toEqual(words);
  });
});

describe('an entry about an account', () => {
  const CHROME =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

  it('names the network and the device', () => {
    expect(describeDetails({ details: { browser: CHROME, network: '203.0.113.7' } })).toEqual([
      { name: 'Network', value: '203.0.113.7' },
      { name: 'Device', value: 'Chrome on Windows' },
    ]);
    expect(describeDetails({ details: { browser: '', network: 'unknown' } })).toEqual([
      { name: 'Network', value: 'Unknown' },
    ]);
  });

  it.each([
    [{ by: 'administrator', administrator: 'operator' }, 'operator'],
    [{ by: 'administrator' }, 'an administrator'],
    [{ by: 'operator' }, 'the system operator'],
    [{ by: 'anonymous' }, 'someone who was not logged in'],
    [{ by: 'member' }, 'the member'],
  ])('names its author: %j', (entry, words) => {
    expect(describeAuthor(entry)).toBe(words);
  });
});
