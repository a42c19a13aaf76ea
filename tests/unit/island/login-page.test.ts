import { expect, it } from 'vitest';
import { COUNTRIES } from '#shared/countries';

it('the countries are 195 states, and Hong Kong, Macao and Taiwan, each once, in alphabetical order', () => {
  expect(new Set(COUNTRIES).size).toBe(195 + 3);
  expect(COUNTRIES).toEqual(expect.arrayContaining(['Hong Kong', 'Macao', 'Taiwan']));
  expect(COUNTRIES).toEqual([...COUNTRIES].sort(new Intl.Collator('en').compare));
});
