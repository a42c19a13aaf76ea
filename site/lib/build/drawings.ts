import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type FigureName, figures } from '../content/figures.ts';

/** What a drawing looks like depends on what it shows, on its figure, and on the code and the packages that draw it. */
const keyOf = async (drawing: { figure: FigureName }) => {
  const files = [
    `../../public${figures[drawing.figure].src}`,
    '../../assets/favicon.svg',
    './card.ts',
    '../pdf/common-characters.ts',
    '../pdf/house-fonts.ts',
    '../../../functions/payments/fonts/line-pieces.ts',
    '../../../functions/payments/fonts/prepare-fonts.ts',
    '../../../package.json',
  ];
  const contents = await Promise.all(files.map((file) => readFile(new URL(file, import.meta.url))));
  const hash = createHash('sha256').update(JSON.stringify(drawing));
  for (const content of contents) hash.update(content);
  return hash.digest('hex');
};

/**
 * Writes cards into their files. One that was drawn before comes from the cache.
 * @returns how many were drawn
 */
export const writeDrawings = async <Drawing extends { figure: FigureName }>(
  drawings: { drawing: Drawing; file: URL }[],
  prepare: (drawings: Drawing[]) => (drawing: Drawing) => Promise<Buffer>,
  cache: URL,
): Promise<number> => {
  await mkdir(cache, { recursive: true });
  const found = await Promise.all(
    drawings.map(async ({ drawing, file }) => {
      const cached = new URL(`${await keyOf(drawing)}.png`, cache);
      return { drawing, file, cached, png: await readFile(cached).catch(() => undefined) };
    }),
  );
  const missing = found.filter(({ png }) => png === undefined);
  const draw = missing.length > 0 ? prepare(missing.map(({ drawing }) => drawing)) : undefined;
  await Promise.all(
    found.map(async ({ drawing, file, cached, png }) => {
      const bytes = png ?? (await draw?.(drawing));
      if (bytes === undefined) return;
      await mkdir(new URL('.', file), { recursive: true });
      await Promise.all([writeFile(file, bytes), ...(png ? [] : [writeFile(cached, bytes)])]);
    }),
  );
  return missing.length;
};
