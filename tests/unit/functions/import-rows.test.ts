import { getAlpha2Codes } from 'i18n-iso-countries';
import { expect, it } from 'vitest';
import { COUNTRIES } from '#shared/countries';
import { parseMemberRow } from '../../../functions/imports/rows.ts';

const PERSON = { email: 'bunny@stanford.example', firstName: 'Stanford', lastName: 'Bunny' };

const UID = 'Enter a membership ID (8 digits). A spreadsheet may have removed a zero at its beginning.';

it.each([
  [
    'Korea, South',
    'korea, south|South Korea|Korea, Republic of|Republic of Korea|Korea|KOR|410|韩国|南韓|대한민국',
  ],
  ['Korea, North', "Democratic People's Republic of Korea|DPRK"],
  ['Vietnam', 'Viet Nam|VIETNAM|Socialist Republic of Viet Nam|Việt Nam'],
  ['Hong Kong', 'Hong Kong SAR|Hong Kong S.A.R., China|HK|香港'],
  ['Taiwan', 'Taiwan, Province of China|Taiwan (R.O.C.)|Republic of China|臺灣|台湾'],
  ['United Kingdom', 'UK|United Kingdom of Great Britain and Northern Ireland|England|GB|英国|イギリス'],
  ['United States', 'USA|US|U.S.A.|United States of America|United States of America (USA)|アメリカ合衆国'],
  ['Russia', 'Russian Federation|Россия'],
  ['Türkiye', 'Türkiye|Turkey|TUR'],
  ['Czechia', 'Czech Republic|CZ'],
  ['Iran', 'Iran, Islamic Republic of|Iran'],
  ['Macao', 'Macau|Macao SAR|澳门'],
  ['China', "People's Republic of China|P.R. China|中国|中國|CHN"],
  ['Japan', '日本|JP|392'],
  ["Côte d'Ivoire", 'Côte d’Ivoire|Cote d’Ivoire|Ivory Coast'],
  ['Netherlands', 'The Netherlands|Holland|Kingdom of the Netherlands'],
  ['Germany', 'Federal Republic of Germany|Deutschland|ドイツ|德国'],
  ['Myanmar', 'Burma|MM'],
  ['Eswatini', 'Swaziland'],
  ['Congo, Democratic Republic of the', 'DR Congo|COD'],
  ['', ''],
  // What is no country, or the name of two.
  [undefined, 'Narnia|Congo|N/A|-|USSR'],
])('the country %j of a row is recognised as %s', (stored, spellings) => {
  for (const country of spellings.split('|')) {
    const result = parseMemberRow({ ...PERSON, country });
    expect('value' in result ? result.value.country : undefined, country).toBe(stored);
  }
});

it('every country of the form has a name and a code of ISO 3166 by which it is recognised', () => {
  const codes = Object.keys(getAlpha2Codes());
  const found = codes.map((country) => {
    const result = parseMemberRow({ ...PERSON, country });
    return 'value' in result ? result.value.country : '';
  });
  expect(new Set(found.filter(Boolean))).toEqual(new Set(COUNTRIES));
});

it.each([
  [{ dateOfBirth: '1899/12/31' }, 'Enter 1 January 1900 or a later date.'],
  [{ dateOfBirth: '1990-02-30' }, 'Enter a date as YYYY-MM-DD.'],
  [
    { title: 'Mrs' },
    'Use Dr., Prof., Ms. or Mr., or leave the cell empty. To import the file without this column, choose "Ignored" for it.',
  ],
  [{ username: 'x'.repeat(65) }, 'Use 64 characters or fewer.'],
  [{ username: 'zero\u200bwidth' }, 'Remove the invisible character after "o".'],
  [{ username: 'prize: https://example.org' }, "A username can't contain / or www."],
  [{ uid: '1234567' }, UID],
  [{ uid: '00000000' }, UID],
  [
    { phone: '8.52236E+11' },
    'A spreadsheet has shortened this number. Format its column as text, and enter the number again.',
  ],
  ...['short', 'x'.repeat(129), 'with a space'].map((salt): [object, string] => [
    { salt, passwordHash: 'a1'.repeat(32) },
    'Enter a salt of 8 to 128 characters: letters, digits and + / = _ - alone.',
  ]),
])('a row with %j has one error', (cells, message) => {
  expect(parseMemberRow({ ...PERSON, ...cells })).toEqual({
    errors: [{ column: Object.keys(cells)[0], message }],
  });
});

it('a row without a username, a membership ID and a password has none', () => {
  expect(parseMemberRow({ ...PERSON, username: ' ', uid: '', salt: '', passwordHash: '' })).toMatchObject({
    value: { username: '', uid: '', salt: '', passwordHash: '' },
  });
});

it.each([
  ['title', 'PROF', 'Prof.'],
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
