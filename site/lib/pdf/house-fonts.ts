import { cleanText } from '#fonts/line-pieces.ts';
import { type FontSet, findMissing, prepareFonts } from '#fonts/prepare-fonts.ts';
import { commonCharacters } from './common-characters.ts';

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

/** Fonts in these faces for this text and the common characters, by which most texts have the same fonts. */
export const prepareFaces = <Some extends Face>(text: string, some: readonly Some[]) => {
  const characters = [...new Set(cleanText(`${commonCharacters}${text}`))].sort().join('');
  return prepareFonts<Some>(
    some.map((style) => ({ text: characters, style })),
    fontSet,
  );
};

/** The parts of a text that none of the fonts has, whatever the face. */
export const findUndrawable = (text: string): string[] => findMissing(text, 'sans', fontSet);
