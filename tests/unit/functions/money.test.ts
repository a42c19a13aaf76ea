import { expect, it } from 'vitest';
import { formatMoney, parseMinorUnits } from '#shared/money';

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
