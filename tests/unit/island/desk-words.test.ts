import { describe, expect, it } from 'vitest';
import { formatMoney } from '#shared/money';
import { describeAuthor, describeDetails } from '../../../account-island/text/audit.ts';
import { countOf } from '../../../account-island/text/format.ts';

describe('a sum', () => {
  it.each([
    ['HKD', 36_000, 'HKD 360.00'],
    ['HKD', 1_234_567, 'HKD 12,345.67'],
    ['JPY', 5000, 'JPY 5,000'],
    ['KWD', 5000, 'KWD 5.000'],
    ['hkd', 0, 'HKD 0.00'],
    ['HKD', -100, '-HKD 1.00'],
    ['', 36_000, '36000'],
    ['dollars', 36_000, '36000 dollars'],
  ])('of %s %i is %s', (currency, minorUnits, words) => {
    expect(formatMoney(currency, minorUnits)).toBe(words);
  });
});

it.each([
  [0, '0 lines'],
  [1, '1 line'],
  [12_345, '12,345 lines'],
])('%i: %s', (count, words) => {
  expect(countOf(count, 'line')).toBe(words);
});

describe('what an entry tells', () => {
  const ok = (details: Record<string, string>) =>
    describeDetails({ details }).map(({ name, value }) => `${name}: ${value}`);

  it.each<[Record<string, string>, string[]]>([
    [
      { endDate: '2027-01-01', startDate: '2026-03-02', type: 'student' },
      ['Type: Student', 'Start: 2 Mar 2026', 'End: 1 Jan 2027'],
    ],
    [
      { categoryBefore: 'ordinary', category: 'institutional-contact' },
      ['Category: Institutional contact', 'Category before: Ordinary'],
    ],
    [{ venue: '', name: 'GMP 2025' }, ['Conference: GMP 2025']],
    [
      { payment: 'pi_1', why: 'overpayment' },
      ['Payment: pi_1', 'Why it waited: The member is a year ahead: refund it'],
    ],
    [{ leaves: '2026-03-02T08:00:00.000Z' }, ['Leaves: 2 Mar 2026']],
    [{ unheardOf: 'x' }, ['unheardOf: x']],
  ])('%j', (details, words) => {
    expect(ok(details)).toEqual(words);
  });
});

describe('what an entry about an account tells', () => {
  const CHROME =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

  it('is where from, in plain words', () => {
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
    [{ by: 'operator' }, 'the operator'],
    [{ by: 'anonymous' }, 'someone who was not logged in'],
    [{ by: 'member' }, 'the member'],
  ])('is who did it: %j', (entry, words) => {
    expect(describeAuthor(entry)).toBe(words);
  });
});
