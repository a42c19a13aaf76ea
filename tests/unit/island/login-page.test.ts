import { expect, it } from 'vitest';
import { COUNTRIES } from '#shared/countries';
import { formIn } from '../../../account-island/member/login/form-link.tsx';

it.each([
  ['', 'login'],
  ['?redirect=%2Fuser&form=register', 'register'],
  ['?form=forgot', 'forgot'],
  ['?form=constructor', 'login'],
])('the query %j shows the form %s', (search, form) => {
  expect(formIn(search)).toBe(form);
});

it('the countries are 195 states, and Hong Kong, Macao and Taiwan, each once, in alphabetical order', () => {
  expect(new Set(COUNTRIES).size).toBe(195 + 3);
  expect(COUNTRIES).toEqual(expect.arrayContaining(['Hong Kong', 'Macao', 'Taiwan']));
  expect(COUNTRIES).toEqual([...COUNTRIES].sort(new Intl.Collator('en').compare));
});
