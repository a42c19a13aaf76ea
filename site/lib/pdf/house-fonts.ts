import { cleanText } from '#fonts/line-pieces.ts';
import { type FontSet, findMissing, prepareFonts } from '#fonts/prepare-fonts.ts';

const faces = {
  sans: ['instrument-sans', 400],
  medium: ['instrument-sans', 500],
  strong: ['instrument-sans', 550],
  serif: ['stix-two-text', 400],
  italic: ['stix-two-text', 400, 'italic'],
} as const;
type Face = keyof typeof faces;

/** Of everything that the build draws: documents, cards and posters. */
const fontSet: FontSet<Face> = {
  styles: faces,
  cjkFont: new URL(import.meta.resolve('#fonts/NotoSansCJKsc-Regular.otf')),
  otherFamilies: ['instrument-sans', 'stix-two-text'],
};

/** Those of nearly all documents, so that these share their fonts. */
const commonCharacters = [
  ...Array.from({ length: 0x5f }, (_, at) => 0x20 + at),
  ...Array.from({ length: 0x60 }, (_, at) => 0xa0 + at),
  ...[0x131, 0x152, 0x153, 0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2026, 0x2212],
]
  .map((code) => String.fromCodePoint(code))
  .join('');

/** Fonts in these faces for this text and the common characters. */
export const prepareFaces = <Some extends Face>(text: string, some: readonly Some[]) => {
  const characters = [...new Set(cleanText(`${commonCharacters}${text}`))].sort().join('');
  return prepareFonts<Some>(
    some.map((style) => ({ text: characters, style })),
    fontSet,
  );
};

/** The parts of a text that none of the fonts has, whatever the face. */
export const findUndrawable = (text: string): string[] => findMissing(text, 'sans', fontSet);
