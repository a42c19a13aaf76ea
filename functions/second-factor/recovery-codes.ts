import type { Runtime } from '../platform/runtime.ts';

const CODES = 10;
/** 80 random bits for a code: no rate of guesses finds one. */
const BYTES = 10;
/** Crockford's base 32: without i, l, o and u, which are misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten recovery codes of sixteen characters, without the hyphens that are shown. */
export const newRecoveryCodes = ({ randomBytes }: Pick<Runtime, 'randomBytes'>): string[] =>
  Array.from({ length: CODES }, () => base32(randomBytes(BYTES)));

/** `abcd-efgh-jkmn-pqrs`. */
export const shownRecoveryCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
}
