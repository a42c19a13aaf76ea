import { expect, it } from 'vitest';
import { formatAmount, formatMoney, parseMinorUnits, toMinorUnits, toUnits } from '#shared/money';

it('a fee is converted to minor units', () => {
  expect([toMinorUnits(360), toUnits(36_000), formatAmount(36_050)]).toEqual([36_000, 360, '360.50']);
});

it.each([
  ['360.5', 36_050],
  ['1,5', undefined],
  ['360.005', undefined],
  ['1000000', 100_000_000],
  ['', undefined],
])('the amount "%s" is %s minor units', (text, minorUnits) => {
  expect(parseMinorUnits(text)).toBe(minorUnits);
});

it.each([
  ['HKD', 1_234_567, 'HKD 12,345.67'],
  ['HKD', -100, '-HKD 1.00'],
  ['usd', 5, 'USD 0.05'],
  ['KWD', 5000, 'KWD 5.000'],
  ['coins', 7, '7 coins'],
])('%s and %i minor units are %s', (currency, minorUnits, text) => {
  expect(formatMoney(currency, minorUnits)).toBe(text);
});
