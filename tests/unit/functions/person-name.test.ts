import { expect, it } from 'vitest';
import { nameLanguage, personName } from '../../../functions/shared/person-name.ts';

it.each([
  ['Chinese', '小明', '王', 'China', '王小明', 'zh'],
  ['Japanese, in characters that Chinese shares', '太郎', '山田', 'Japan', '山田太郎', 'ja'],
  ['the same without a country', '太郎', '山田', '', '山田太郎', undefined],
  ['Japanese, with kana and a long vowel', 'ゆりー', '佐々木', '', '佐々木ゆりー', 'ja'],
  ['Korean', '민수', '김', '', '김민수', 'ko'],
  ['two scripts of East Asia', '민수', '金', '', '金민수', 'ko'],
  ['Latin', 'Utah', 'Teapot', 'Japan', 'Utah Teapot', undefined],
  ['mixed: the family name in Latin letters', '小明', 'Wang', 'China', '小明 Wang', 'zh'],
  ['mixed: the given name in Latin letters', 'Jack', '王', 'China', 'Jack 王', 'zh'],
  ['mixed within a part', '小明 (Jack)', '王', 'China', '小明 (Jack) 王', 'zh'],
  ['one part alone', '', '王', 'China', '王', 'zh'],
  ['none', '', '', 'China', 'utah_teapot', undefined],
])('a name that is %s is in its order and language', (_what, firstName, lastName, country, name, lang) => {
  expect(personName({ firstName, lastName, username: 'utah_teapot' })).toBe(name);
  expect(nameLanguage(name, country)).toBe(lang);
});
