import { readFile } from 'node:fs/promises';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';
import * as z from 'zod/mini';
import { BRAND_FONTS, CJK_FONT, type FontStyle } from './pdf-font-packages.ts';

export interface StyledText {
  text: string;
  style: FontStyle;
}

/** Text in a single font, which `font` names among the prepared fonts. */
export interface TextRun {
  text: string;
  font: string;
}

/** The geta mark, for a character that no font has. */
const MISSING_GLYPH = '〓';

interface FontFile {
  path: URL;
  /** Of a variable font. */
  weight?: number;
}

const cjkFont: FontFile = { path: new URL(CJK_FONT, import.meta.url) };

const UnicodeRanges = z.record(z.string(), z.string());

/** Makes each key's value once; a failed one is tried again. */
const memoize = <T>(make: (key: string) => Promise<T>) => {
  const values = new Map<string, Promise<T>>();
  return (key: string): Promise<T> => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    value.catch(() => values.delete(key));
    return value;
  };
};

/** The parts of a family, each with the characters that the family's index lists for it. */
const listFiles = memoize(async (family) => {
  const index = import.meta.resolve(`@fontsource-variable/${family}/unicode.json`);
  const parts = UnicodeRanges.parse(JSON.parse(await readFile(new URL(index), 'utf8')));
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

const openFont = memoize(async (path) => {
  const font = fontkit.create(await readFile(new URL(path)));
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} holds several fonts`);
  return font;
});

async function findFontFile(character: string, style: FontStyle): Promise<FontFile | undefined> {
  const code = character.codePointAt(0) ?? 0;
  const [family, weight] = BRAND_FONTS[style];
  const listed = (await listFiles(family)).filter(({ ranges }) =>
    ranges.some(([from, to]) => code >= from && code <= to),
  );
  for (const file of [...listed.map(({ path }) => ({ path, weight })), cjkFont]) {
    if ((await openFont(file.path.href)).hasGlyphForCodePoint(code)) return file;
  }
  return undefined;
}

/**
 * Prepares the fonts for these texts, each with only the glyphs needed, at one weight. `runsOf` cuts them, and other texts
 * of the same characters, into runs.
 */
export async function prepareFonts(texts: Iterable<StyledText>) {
  const characters = new Map<FontStyle, Set<string>>();
  for (const { text, style } of texts) {
    const known = characters.get(style) ?? new Set();
    characters.set(style, known);
    for (const character of text.normalize('NFC')) known.add(character);
  }
  const needed = new Map<string, { file: FontFile; characters: Set<string> }>();
  const runs = new Map<string, TextRun>();
  for (const [style, wanted] of [...characters].flatMap(([style, set]) =>
    [...set].map((one) => [style, one] as const),
  )) {
    const found = await findFontFile(wanted, style);
    const character = found ? wanted : MISSING_GLYPH;
    const file = found ?? (await findFontFile(MISSING_GLYPH, style));
    if (!file) throw new Error('No font has the mark for a missing glyph');
    const font = `${file.path.href.split('/').at(-1)}@${file.weight ?? ''}`;
    const subset = needed.get(font) ?? { file, characters: new Set() };
    needed.set(font, { file, characters: subset.characters.add(character) });
    runs.set(`${style}:${wanted}`, { text: character, font });
  }
  const fonts = await Promise.all(
    [...needed].map(async ([name, { file, characters }]) => {
      const glyphs = [...characters].sort().join('');
      const subset = await subsetFont(await readFile(file.path), glyphs, {
        targetFormat: 'truetype',
        ...(file.weight && { variationAxes: { wght: file.weight } }),
      });
      return [name, subset] as const;
    }),
  );
  return {
    fonts,
    runsOf(text: string, style: FontStyle): TextRun[] {
      const joined: TextRun[] = [];
      for (const character of text.normalize('NFC')) {
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
