/**
 * An email address with its domain as the DNS and SES have it (UTS 46): `ana@xn--bcher-kva.example` for
 * `ana@bücher.example`. Other texts stay as they are.
 */
export function toAsciiDomain(address: string): string {
  const [, name = '', domain = ''] =
    /^(.+@)([\p{L}\p{M}\p{N}.-]*[^\p{ASCII}][\p{L}\p{M}\p{N}.-]*)$/u.exec(address) ?? [];
  const url = `http://${domain}`;
  return domain !== '' && URL.canParse(url) ? name + new URL(url).hostname : address;
}

/**
 * The form in which names and addresses are compared and stored as keys: NFKC, lower case, trimmed, a domain as the DNS has
 * it.
 */
export const canonicalize = (text: string): string =>
  toAsciiDomain(text.normalize('NFKC').toLowerCase().trim());

/** Small letters that Unicode does not decompose into a letter and an accent. */
const UNDECOMPOSED_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  ŧ: 't',
  þ: 'th',
};

/** Apostrophes and hyphens that programs put in place of the typed ones. */
const APOSTROPHES = /[\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02c8\u00b4\u0060\u2032\ua78c]/g;
const HYPHENS = /[\u2010-\u2015\u2212]/g;

/** Without case and accents, as people type names that they have only heard: NFKC, lower case, typewriter apostrophes. */
export const foldText = (text: string): string =>
  text
    // Before NFKD, which takes a lone accent for a blank with an accent.
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .normalize('NFKD')
    // Accents of Latin, Greek and Cyrillic letters: in other scripts, a mark can be another sound.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[æðđħıłœøßŧþ]/g, (letter) => UNDECOMPOSED_LETTERS[letter] ?? letter);

/** Lower-case hexadecimal digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text in an HTML element and for attribute values in quotation marks. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Without line ends and anything that a reader's program might decode into one (RFC 2047). */
export const toSingleLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();

/** At most so many characters, then an ellipsis. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = Array.from(text);
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}

/** The first letters of the first and the last word of a name: AL for "ada_lovelace". One word gives one letter. */
export function initialsOf(name: string): string {
  // Made when needed: the browser takes longer to load the rules than to run all other script of a public page.
  const graphemes = new Intl.Segmenter('en');
  const words = name.match(/[^\s_-]+/g) ?? [name];
  const ends = words.filter((_, at) => at === 0 || at === words.length - 1);
  return ends.map((word) => [...graphemes.segment(word.toUpperCase())][0]?.segment).join('');
}

/** A service's sentence for the log, which has no email addresses. */
export const withoutAddresses = (sentence: string): string =>
  sentence.replaceAll(/[^\s<>,]+@[^\s<>,]+/g, '…');

/** A duration in the largest unit of which there are more than two, such as `90 seconds` or `15 minutes`. */
export function durationText(seconds: number): string {
  const [size, unit] = seconds > 7200 ? [3600, 'hour'] : seconds > 120 ? [60, 'minute'] : [1, 'second'];
  const count = Math.ceil(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
