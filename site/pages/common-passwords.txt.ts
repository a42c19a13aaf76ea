import { dictionary } from '@zxcvbn-ts/language-common';
import { COMMON_PASSWORD_HEX_DIGITS, commonPasswordsOf } from '#shared/common-passwords';
import { hashPassword } from '#shared/password-hash';

/** The common passwords for the account area's strength meter: the beginning of each one's hash, on lines of their own. */
export const GET = async () => {
  const passwords = commonPasswordsOf(dictionary['passwords-common']);
  const hashes = await Promise.all(passwords.map((password) => hashPassword(password, '')));
  const beginnings = hashes.map((hash) => hash.slice(0, COMMON_PASSWORD_HEX_DIGITS));
  return new Response(beginnings.toSorted().join('\n'));
};
