import { expect, it } from 'vitest';
import { parseMemberRow } from '../../../functions/imports/rows.ts';

const PERSON = { email: 'bunny@stanford.example', firstName: 'Stanford', lastName: 'Bunny' };

it.each([
  [
    'Korea, South',
    'korea, south|South Korea|Korea, Republic of|Republic of Korea|Korea|KOR|410|韩国|南韓|대한민국',
  ],
  ['Taiwan', 'Taiwan, Province of China|Taiwan (R.O.C.)|Republic of China|臺灣|台湾'],
  ['United Kingdom', 'UK|United Kingdom of Great Britain and Northern Ireland|England|GB|英国|イギリス'],
  ['United States', 'USA|US|U.S.A.|United States of America|United States of America (USA)|アメリカ合衆国'],
  ["Côte d'Ivoire", 'Côte d’Ivoire|Cote d’Ivoire|Ivory Coast'],
  ['', ''],
  // What is no country, or the name of two.
  [undefined, 'Narnia|Congo|N/A|-|USSR'],
])('the country %j of a row is recognised as %s', (stored, spellings) => {
  for (const country of spellings.split('|')) {
    const result = parseMemberRow({ ...PERSON, country });
    expect('value' in result ? result.value.country : undefined, country).toBe(stored);
  }
});

it.each([
  [
    { title: 'Mrs' },
    'Use Dr., Prof., Ms. or Mr., or leave the cell empty. To import the file without this column, choose "Ignored" for it.',
  ],
  [{ username: 'zero\u200bwidth' }, 'Remove the invisible character after "o".'],
  [
    { uid: '1234567' },
    'Enter a membership ID (8 digits). A spreadsheet may have removed a zero at its beginning.',
  ],
  [
    { phone: '8.52236E+11' },
    'A spreadsheet has shortened this number. Format its column as text, and enter the number again.',
  ],
])('a row with %j has one error', (cells, message) => {
  expect(parseMemberRow({ ...PERSON, ...cells })).toEqual({
    errors: [{ column: Object.keys(cells)[0], message }],
  });
});

it.each([
  ['title', 'PROF', 'Prof.'],
  ['gender', 'F', 'Female'],
  ['education', 'Ph.D.', 'PhD'],
])('the %s %j of a row is %j', (column, text, choice) => {
  expect(parseMemberRow({ ...PERSON, [column]: text })).toMatchObject({ value: { [column]: choice } });
});
