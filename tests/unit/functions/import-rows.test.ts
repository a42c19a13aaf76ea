import { expect, it } from 'vitest';
import { parseMemberRow } from '../../../functions/imports/rows.ts';

const PERSON = { email: 'bunny@stanford.example', firstName: 'Stanford', lastName: 'Bunny' };

it.each([
  ['korea, south', 'Korea, South'],
  ['South Korea', 'Korea, South'],
  ['Cote d’Ivoire', "Côte d'Ivoire"],
  ['VIET NAM', undefined],
  ['Narnia', undefined],
  ['', ''],
])('the country "%s" of a row is %j', (country, stored) => {
  const result = parseMemberRow({ ...PERSON, country });
  expect('value' in result ? result.value.country : undefined).toBe(stored);
});

it.each([
  [{ dateOfBirth: '1899/12/31' }, 'Enter 1 January 1900 or a later date.'],
  [{ dateOfBirth: '1990-02-30' }, 'Enter a date as YYYY-MM-DD.'],
  [{ gender: 'king' }, 'Use one of: Male, Female.'],
])('a row with %j has one error', (cells, message) => {
  expect(parseMemberRow({ ...PERSON, ...cells })).toEqual({
    errors: [{ column: Object.keys(cells)[0], message }],
  });
});
