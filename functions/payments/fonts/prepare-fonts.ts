import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';
import * as z from 'zod/mini';
import { cleanText } from './line-pieces.ts';

/** A variable family of `@fontsource-variable`, at one weight. */
type Face = readonly [family: string, weight: number];

/** The fonts of a kind of document. */
export interface FontSet<Style extends string> {
  styles: Readonly<Record<Style, Face>>;
  /** For what the family of a style lacks. */
  cjkFont: URL;
  /** For what both lack, such as Greek letters with accents. */
  otherFamilies: readonly string[];
  /** For other scripts, each in a file. */
  scriptFonts?: readonly URL[];
}

export interface StyledText<Style extends string> {
  text: string;
  style: Style;
}

/** Text in a single font, which `font` names among the prepared fonts. */
export interface TextRun {
  text: string;
  font: string;
}

interface FontFile {
  path: URL;
  /** Of a variable font. */
  weight?: number;
}

/**
 * A font with only the glyphs needed, or the whole file of a script: its letters have forms and parts that no character asks
 * for. The weights of a file have its name in common.
 */
interface PreparedFont {
  name: string;
  file: string;
  weight: number;
  data: Buffer;
  isWhole: boolean;
}

/** The geta mark, for a character that no font has. */
const MISSING_GLYPH = '〓';

const UnicodeRanges = z.record(z.string(), z.string());

/** The characters of a text, each with the joiners behind it, which change its form. */
const charactersOf = (text: string): string[] => cleanText(text).match(/.\p{Join_Control}*/gsu) ?? [];

/** Makes each key's value once. */
const memoize = <T>(make: (key: string) => T) => {
  const values = new Map<string, T>();
  return (key: string): T => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
};

/** The parts of a family, each with the characters that the family's index lists for it. */
const listParts = memoize((family) => {
  const index = import.meta.resolve(`@fontsource-variable/${family}/unicode.json`);
  const parts = UnicodeRanges.parse(JSON.parse(readFileSync(new URL(index), 'utf8')));
  return Object.entries(parts).map(([name, ranges]) => ({
    path: new URL(`files/${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`, index),
    ranges: ranges.split(',').map((range) => {
      const [from = 0, to = from] = range
        .replace(/u\+/i, '')
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return [from, to] as const;
    }),
  }));
});

const openFont = memoize((path) => {
  const font = fontkit.create(readFileSync(new URL(path)));
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} holds several fonts`);
  return font;
});

/** The files of a family that are meant for a character. */
const listFiles = (code: number, [family, weight]: Face): FontFile[] =>
  listParts(family)
    .filter(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))
    .map(({ path }) => ({ path, weight }));

function findFontFile<Style extends string>(
  character: string,
  style: Style,
  { styles, cjkFont, otherFamilies, scriptFonts = [] }: FontSet<Style>,
): FontFile | undefined {
  const code = character.codePointAt(0) ?? 0;
  const [ownFamily, weight] = styles[style];
  const files = [
    ...listFiles(code, [ownFamily, weight]),
    { path: cjkFont },
    ...otherFamilies.flatMap((family) => listFiles(code, [family, weight])),
    ...scriptFonts.map((path) => ({ path })),
  ];
  return files.find(({ path }) => openFont(path.href).hasGlyphForCodePoint(code));
}

/**
 * Prepares the fonts for these texts, each with only the glyphs needed, at one weight. `runsOf` cuts them, and other texts
 * of the same characters, into runs.
 */
export async function prepareFonts<Style extends string>(
  texts: Iterable<StyledText<Style>>,
  set: FontSet<Style>,
) {
  const needed = new Map<string, { file: FontFile; characters: Set<string> }>();
  const runs = new Map<string, TextRun>();
  for (const { text, style } of texts)
    for (const wanted of charactersOf(text)) {
      const key = `${style}:${wanted}`;
      if (runs.has(key)) continue;
      const found = findFontFile(wanted, style, set);
      const character = found ? wanted : MISSING_GLYPH;
      const file = found ?? findFontFile(MISSING_GLYPH, style, set);
      if (!file) throw new Error('No font has the mark for a missing glyph');
      const font = `${file.path.href.split('/').at(-1)}@${file.weight ?? ''}`;
      const { characters } = needed.get(font) ?? { characters: [] };
      needed.set(font, { file, characters: new Set([...characters, ...character]) });
      runs.set(key, { text: character, font });
    }
  const fonts = await Promise.all(
    [...needed].map(async ([name, { file, characters }]): Promise<PreparedFont> => {
      const start = { name, file: name.replace(/@.*/, ''), weight: file.weight ?? 400 };
      const isWhole = set.scriptFonts?.includes(file.path) ?? false;
      if (isWhole) return { ...start, data: await readFile(file.path), isWhole };
      // The shaper of share images takes the space for an invisible character, and fails in a font without one.
      const glyphs = [...characters.add(' ')].sort().join('');
      const data = await subsetFont(await readFile(file.path), glyphs, {
        targetFormat: 'truetype',
        ...(file.weight && { variationAxes: { wght: file.weight } }),
      });
      return { ...start, data, isWhole };
    }),
  );
  return {
    fonts,
    runsOf(text: string, style: Style): TextRun[] {
      const joined: TextRun[] = [];
      for (const character of charactersOf(text)) {
        const run = runs.get(`${style}:${character}`);
        if (!run) throw new Error(`No font was prepared for ${character}`);
        const last = joined.at(-1);
        if (last?.font === run.font) last.text += run.text;
        else joined.push({ ...run });
      }
      return joined;
    },
  };
}
