/** The text of a file and the encoding in which it was read, as people know it. */
export interface ReadText {
  text: string;
  encoding: string;
}

/** Undefined for bytes that are not in this encoding. */
function decode(bytes: Uint8Array, label: string, ignoreBOM = false): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * UTF-16 by its byte order mark or, where that is missing, by its zero bytes: each ASCII character has one, and a text in
 * UTF-8 has none.
 */
function utf16LabelOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  if (mark === 0xfffe) return 'utf-16le';
  if (mark === 0xfeff) return 'utf-16be';
  const zeroAt = bytes.indexOf(0);
  if (zeroAt < 0) return undefined;
  return zeroAt % 2 === 1 ? 'utf-16le' : 'utf-16be';
}

/** A letter with its marks, a digit, or everyday punctuation; the wrong encoding soon yields currency and drawing signs. */
const WRITTEN = /^(?:[\t\r\n\x20-\x7e\p{L}\p{M}\p{N}\p{P}\p{Zs}№°]|\p{Join_Control})*$/u;

const LATIN_WORD =
  /^(?:[A-Za-zªº\u00c0-\u017f\u018f\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u0218-\u021b\u0259\u02bb\u02bc]|\p{M})+$/u;
/** Words of the other scripts that UTF-8 writes in two bytes, with the letters that are in use today. */
const OTHER_WORDS = [
  /^(?:\p{sc=Greek}|\p{M})+$/u,
  /^(?:[\u0400-\u045f\u0490-\u04ff]|\p{M})+$/u,
  /^\p{sc=Armenian}+$/u,
  /^\p{sc=Hebrew}+$/u,
  /^(?:[\u0620-\u06d3]|\p{M})+$/u,
];

/**
 * Whether a text that was decoded as UTF-8 can't be in another encoding that happens to be valid UTF-8: two or three letters
 * of GBK or Windows-1256 may be one of UTF-8, but then mostly a sign, a rare or single letter, or one of another script than
 * the next.
 */
function isSurelyUtf8(text: string): boolean {
  if (text.startsWith('\ufeff')) return true;
  const words = [...new Set(text.match(/[\p{L}\p{M}]+/gu))];
  if (!WRITTEN.test(text) || words.some((word) => /^(?:\p{M}|[^\p{ASCII}\u0800-\u{10ffff}]$)/u.test(word)))
    return false;
  const others = words.filter((word) => !LATIN_WORD.test(word) && !/[\u0800-\u{10ffff}]/u.test(word));
  return OTHER_WORDS.some((script) => others.every((word) => script.test(word)));
}

/**
 * Reads UTF-8 and UTF-16 where it can't be anything else. Undefined for other files: a few bytes fit many encodings, and a
 * wrong guess would give members wrong names. `possibleReadings` lists those for a person to choose from.
 */
export function readText(bytes: Uint8Array): ReadText | undefined {
  const utf16 = utf16LabelOf(bytes);
  const text = utf16 ? decode(bytes, utf16) : decode(bytes, 'utf-8', true);
  if (text === undefined || text.includes('\0')) return undefined;
  if (utf16) return { text, encoding: 'UTF-16' };
  return isSurelyUtf8(text) ? { text: text.replace('\ufeff', ''), encoding: 'UTF-8' } : undefined;
}

/** What spreadsheets write in a country where they don't write UTF-8, by the labels of the Encoding Standard. */
const regionalEncodings: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  gbk: 'Simplified Chinese (GBK)',
  big5: 'Traditional Chinese (Big5)',
  shift_jis: 'Japanese (Shift-JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'euc-kr': 'Korean (EUC-KR)',
  'windows-874': 'Thai (Windows-874)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  macintosh: 'Western European (Macintosh)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
};

/** Every way to read bytes for which `readText` is not certain, each text once. */
export function possibleReadings(bytes: Uint8Array): ReadText[] {
  if (utf16LabelOf(bytes)) return [];
  const readings = new Map<string, ReadText>();
  for (const [label, encoding] of Object.entries(regionalEncodings)) {
    const text = decode(bytes, label);
    if (text !== undefined && WRITTEN.test(text) && !readings.has(text))
      readings.set(text, { text, encoding });
  }
  return [...readings.values()];
}

const EXAMPLES = 6;

/** The first words of a text that are not ASCII, by which a person recognises the right encoding. */
export const foreignWords = (text: string): string[] =>
  [...new Set(text.match(/[^\s,;\t"]*[^\p{ASCII}\s][^\s,;\t"]*/gu))].slice(0, EXAMPLES);
