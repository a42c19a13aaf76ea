/** Scripts whose letters join, or stand above and below each other: the joiners between them change how they look. */
const JOINING =
  '\\p{scx=Arab}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Taml}\\p{scx=Telu}';
const IGNORABLE = new RegExp(
  `(?<![${JOINING}])\\p{Join_Control}|(?!\\p{Join_Control})\\p{Default_Ignorable_Code_Point}`,
  'gu',
);
/** Breaks within a field, and the spaces of typesetters, most of which fonts lack. */
const OTHER_SPACES = /[\t\n\r\u2000-\u200a\u205f]/g;

/** A text as it is set: composed letters, nothing invisible, and no spaces but those that fonts have. */
export const cleanText = (text: string): string =>
  text.replace(IGNORABLE, '').replace(OTHER_SPACES, ' ').replaceAll('\u202f', '\u00a0').normalize('NFC');

const ASIAN = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}';
const OPENING = '(（「『《〈【';
const CLOSING = ')）」』》〉】、。，．：；！？,.:;!?ー々';
const PIECES = new RegExp(
  `[${OPENING}]*[${ASIAN}][${CLOSING}]* *|(?:(?![${OPENING}]*[${ASIAN}])[^ ]){1,40}[${CLOSING}]* *| +`,
  'gu',
);

/**
 * The pieces between which lines may break: Han, kana and Hangul break anywhere but before and behind punctuation, other text
 * after spaces, and a word that is too long wherever it must.
 */
export const splitPieces = (text: string): string[] =>
  (text.match(PIECES) ?? []).flatMap((piece) => (WITHOUT_SPACES.test(piece) ? splitWords(piece) : piece));

/** Scripts that are written without spaces between words. */
const WITHOUT_SPACES = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

const words = new Intl.Segmenter('th', { granularity: 'word' });

/** The words of such a script, by the dictionaries of ICU; spaces stay with the word before. */
function splitWords(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = isWordLike ? undefined : pieces.pop();
    pieces.push(`${last ?? ''}${segment}`);
  }
  return pieces;
}
