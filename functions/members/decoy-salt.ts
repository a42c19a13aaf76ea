import type { KeyedHash } from '../platform/keyed-hash.ts';

/**
 * How many members have a salt of each form. A form is the characters that each place may have, with the number of such
 * places in a row: `0123456789abcdef*32` is 32 hexadecimal digits.
 */
export type SaltForms = Readonly<Record<string, number>>;

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Of our own salts: 16 bytes in base64url. */
export const OWN_SALT_FORM = `${BASE64URL}*21 AQgw*1`;

/** The characters of each place. */
export const placesOf = (form: string): string[] =>
  form.split(' ').flatMap((run) => {
    const [characters = '', places] = run.split('*');
    return Array.from({ length: Number(places) }, () => characters);
  });

/**
 * The salt of an address without a member: always the same while the forms stay, and of a form as frequent among decoys as
 * among members, because some were imported with the salts of an old site.
 */
export function decoySalt(keyedHash: KeyedHash, address: string, forms: SaltForms): string {
  const random = Buffer.concat(
    Array.from({ length: 8 }, (_, block) => keyedHash.hash(`decoy-salt ${block}`, address)),
  );
  return placesOf(chooseForm(keyedHash, address, forms))
    .map((characters, place) => characters[random.readUInt16BE(2 * place) % characters.length])
    .join('');
}

/**
 * Weighted rendezvous hashing: the form with the least draw wins, and a draw depends on the address, the form and the form's
 * own weight. So a new form takes over its share of addresses, and all others keep theirs.
 */
function chooseForm(keyedHash: KeyedHash, address: string, forms: SaltForms): string {
  const draws = Object.entries(forms).map(([form, members]) => {
    const bytes = Buffer.from(keyedHash.hash(`decoy-salt-form ${form}`, address));
    const fraction = (bytes.readUIntBE(0, 6) + 1) / 2 ** 48;
    return { form, draw: -Math.log(fraction) / members };
  });
  const [least] = draws.toSorted((one, other) => one.draw - other.draw);
  return least?.form ?? OWN_SALT_FORM;
}
