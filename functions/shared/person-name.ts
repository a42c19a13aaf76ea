const EAST_ASIAN = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\s]+$/u;

/**
 * A person's name as everything shows and prints it; the username if both parts are missing. Chinese, Japanese and Korean
 * names begin with the family name: `王小明` for the first name 小明 and the last name 王. All others begin with the given
 * name, also those with one part in another script.
 */
export function personName({
  firstName,
  lastName,
  username = '',
}: {
  firstName: string;
  lastName: string;
  username?: string;
}): string {
  const isFamilyNameFirst = EAST_ASIAN.test(firstName) && EAST_ASIAN.test(lastName);
  return isFamilyNameFirst ? `${lastName}${firstName}` : `${firstName} ${lastName}`.trim() || username;
}

/**
 * The language of a name for an element's `lang`, so that readers get its characters; undefined for other scripts. Chinese and
 * Japanese share characters: a name in these alone has a language only if the person's country is known.
 */
export function nameLanguage(name: string, country = ''): 'zh' | 'ja' | 'ko' | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return 'ja';
  if (/\p{Script=Hangul}/u.test(name)) return 'ko';
  if (country === '' || !/\p{Script=Han}/u.test(name)) return undefined;
  return country === 'Japan' ? 'ja' : 'zh';
}
