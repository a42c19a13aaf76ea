import { expect, it } from 'vitest';
import { parseMemberRow } from '../../../functions/imports/rows.ts';

const PERSON = { email: 'bunny@stanford.example', firstName: 'Stanford', lastName: 'Bunny' };

const UID = 'Enter a membership ID (8 digits). A spreadsheet may have removed a zero at its beginning.';

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
  [
    { gender: 'king' },
    'Use Male or Female, or leave the cell empty. To import the file without this column, choose "Ignored" for it.',
  ],
  [
    { title: 'Mrs' },
    'Use Dr., Prof., Ms. or Mr., or leave the cell empty. To import the file without this column, choose "Ignored" for it.',
  ],
  [{ username: 'x'.repeat(65) }, 'Use 64 characters or fewer.'],
  [{ username: 'zero\u200bwidth' }, 'Remove the invisible character after "o".'],
  [{ username: 'prize: https://example.org' }, "A username can't contain / or www."],
  [{ uid: '1234567' }, UID],
  [{ uid: '00000000' }, UID],
  [{ dateOfBirth: '12/31/80' }, 'Enter a date as YYYY-MM-DD.'],
  [
    { phone: '8.52236E+11' },
    'A spreadsheet has shortened this number. Format its column as text, and enter the number again.',
  ],
])('a row with %j has one error', (cells, message) => {
  expect(parseMemberRow({ ...PERSON, ...cells })).toEqual({
    errors: [{ column: Object.keys(cells)[0], message }],
  });
});

it.each(['short', 'x'.repeat(129), 'with a space'])(
  'a row with the salt %j says what a salt is made of',
  (salt) => {
    expect(parseMemberRow({ ...PERSON, salt, passwordHash: 'a1'.repeat(32) })).toEqual({
      errors: [
        {
          column: 'salt',
          message: 'Enter a salt of 8 to 128 characters: letters, digits and + / = _ - alone.',
        },
      ],
    });
  },
);

it('a row without a username, a membership ID and a password has none', () => {
  expect(parseMemberRow({ ...PERSON, username: ' ', uid: '', salt: '', passwordHash: '' })).toMatchObject({
    value: { username: '', uid: '', salt: '', passwordHash: '' },
  });
});

it.each([
  ['title', 'Dr', 'Dr.'],
  ['title', 'PROF', 'Prof.'],
  ['title', 'Professor', 'Prof.'],
  ['title', 'Prof. Dr.', 'Prof.'],
  ['title', ' mr ', 'Mr.'],
  ['gender', 'F', 'Female'],
  ['gender', 'Prefer not to say', 'prefer_not_to_say'],
  ['education', 'Ph.D.', 'PhD'],
  ['education', 'M.Sc.', 'Master'],
  ['education', 'Bachelor’s degree', 'Bachelor'],
  ['category', 'Institutional Contact', 'institutional-contact'],
  ['category', 'student member', 'student'],
])('the %s %j of a row is %j', (column, text, choice) => {
  expect(parseMemberRow({ ...PERSON, [column]: text })).toMatchObject({ value: { [column]: choice } });
});
