import { expect, it } from 'vitest';
import { COUNTRIES } from '#shared/countries';
import { addressOf, type FormName, formIn } from '../../../account-island/features/login/form-link.tsx';

it.each([
  ['', 'login'],
  ['?redirect=%2Fuser&form=register', 'register'],
  ['?form=forgot', 'forgot'],
  ['?form=constructor', 'login'],
])('the query %j shows the form %s', (search, form) => {
  expect(formIn(search)).toBe(form);
});

it.each<[FormName, string, string, string]>([
  ['login', '?redirect=%2Fuser%3Fa%3D1&form=register', '', '/login?redirect=%2Fuser%3Fa%3D1'],
  ['register', '?redirect=%2Fnews', '#y2025', '/login?redirect=%2Fnews&form=register#y2025'],
])('the %s form from the query %j and the fragment %j has the address %s', (form, search, hash, address) => {
  expect(addressOf(form, search, hash)).toBe(address);
});

it('the countries are 195 states, and Hong Kong, Macao and Taiwan, each once, in alphabetical order', () => {
  expect(new Set(COUNTRIES).size).toBe(195 + 3);
  expect(COUNTRIES).toEqual(expect.arrayContaining(['Hong Kong', 'Macao', 'Taiwan']));
  expect(COUNTRIES).toEqual([...COUNTRIES].sort(new Intl.Collator('en').compare));
});
