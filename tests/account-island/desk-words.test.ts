import { describe, expect, it } from 'vitest';
import { detailsOf } from '../../account-island/ui/audit-words.ts';
import { counted } from '../../account-island/ui/counted.ts';
import { money } from '../../account-island/ui/money.ts';

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
    expect(money(currency, minorUnits)).toBe(words);
  });
});

it.each([
  [0, '0 lines'],
  [1, '1 line'],
  [12_345, '12,345 lines'],
])('%i: %s', (count, words) => {
  expect(counted(count, 'line')).toBe(words);
});

describe('what an entry tells', () => {
  const told = (details: Record<string, string>) =>
    detailsOf({ details }).map(({ name, value }) => `${name}: ${value}`);

  it.each<[Record<string, string>, string[]]>([
    [
      { endDate: '2027-01-01', startDate: '2026-03-02', type: 'student' },
      ['Type: Student', 'Start: Mar 2, 2026', 'End: Jan 1, 2027'],
    ],
    [
      { categoryBefore: 'ordinary', category: 'institutional-contact' },
      ['Category: Institutional contact', 'Category before: Ordinary'],
    ],
    [{ venue: '', name: 'GMP 2025' }, ['Conference: GMP 2025']],
    [
      { payment: 'pi_1', why: 'surplus' },
      ['Payment: pi_1', 'Why it waited: The member is a year ahead: refund it'],
    ],
    [{ leaves: '2026-03-02T08:00:00.000Z' }, ['Leaves: Mar 2, 2026']],
    [{ unheardOf: 'x' }, ['unheardOf: x']],
  ])('%j', (details, words) => {
    expect(told(details)).toEqual(words);
  });
});
