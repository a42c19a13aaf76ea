import { readFile } from 'node:fs/promises';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';
import * as z from 'zod/mini';
import { BRAND_FONTS, FALLBACK_FONTS, type FontStyle } from './pdf-font-packages.ts';

/** Text that one font can set; `font` names it among the fonts of its typesetting. */
export interface Run {
  text: string;
  font: string;
}

/** Where nothing has a glyph: the printers' mark for a missing sort. */
const MISSING = '〓';

const Ranges = z.record(z.string(), z.string());

/** A part of a family as a file, with the characters that it is said to cover. */
interface Slice {
  family: string;
  weight: number;
  path: URL;
  ranges: (readonly [number, number])[];
}

const once = <T>(make: (key: string) => Promise<T>) => {
  const made = new Map<string, Promise<T>>();
  return (key: string): Promise<T> => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
};

const slicesOf = once(async (family) => {
  const folder = import.meta.resolve(`@fontsource-variable/${family}/unicode.json`);
  const parts = Ranges.parse(JSON.parse(await readFile(new URL(folder), 'utf8')));
  return Object.entries(parts).map(([name, ranges]) => ({
    path: new URL(`files/${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`, folder),
    ranges: ranges.split(',').map((range) => {
      const [from = 0, to = from] = range
        .replace(/u\+/i, '')
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return [from, to] as const;
    }),
  }));
});

const glyphsOf = once(async (path) => {
  const font = fontkit.create(await readFile(new URL(path)));
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} holds several fonts`);
  return font;
});

async function sliceFor(character: string, voice: FontStyle): Promise<Slice | undefined> {
  const code = character.codePointAt(0) ?? 0;
  const [house, weight] = BRAND_FONTS[voice];
  for (const family of [house, ...FALLBACK_FONTS]) {
    for (const { path, ranges } of await slicesOf(family)) {
      const isSaid = ranges.some(([from, to]) => code >= from && code <= to);
      if (isSaid && (await glyphsOf(path.href)).hasGlyphForCodePoint(code))
        return { family, weight, path, ranges };
    }
  }
  return undefined;
}

/** The texts cut into runs, and the fonts that set them: each only the glyphs that are needed, at one weight. */
export async function prepareFonts(texts: readonly { text: string; voice: FontStyle }[]) {
  const needed = new Map<string, { slice: Slice; characters: Set<string> }>();
  const runs = new Map<string, Run[]>();
  for (const { text, voice } of texts) {
    const cut: Run[] = [];
    for (const wanted of text.normalize('NFC')) {
      const found = await sliceFor(wanted, voice);
      const character = found ? wanted : MISSING;
      const slice = found ?? (await sliceFor(MISSING, voice));
      if (!slice) throw new Error('No font has the mark for a missing sort');
      const font = `${slice.path.href.split('/').at(-1)}@${slice.weight}`;
      const set = needed.get(font) ?? { slice, characters: new Set() };
      needed.set(font, { slice, characters: set.characters.add(character) });
      const last = cut.at(-1);
      if (last?.font === font) last.text += character;
      else cut.push({ text: character, font });
    }
    runs.set(`${voice}:${text}`, cut);
  }
  const fonts = await Promise.all(
    [...needed].map(async ([name, { slice, characters }]) => {
      const axes = { targetFormat: 'truetype', variationAxes: { wght: slice.weight } } as const;
      return [
        name,
        await subsetFont(await readFile(slice.path), [...characters].sort().join(''), axes),
      ] as const;
    }),
  );
  return { fonts, runsOf: (text: string, voice: FontStyle): Run[] => runs.get(`${voice}:${text}`) ?? [] };
}
