import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Card } from '../../schemas/card.ts';
import { figures } from '../content/figures.ts';
import { prepareCards } from './card.ts';

/** What a card looks like depends on what it shows, on its figure, and on the code and the packages that draw it. */
const keyOf = async (card: Card) => {
  const files = [
    `../../public${figures[card.figure].src}`,
    '../../assets/favicon.svg',
    './card.ts',
    '../../../package.json',
  ];
  const contents = await Promise.all(files.map((file) => readFile(new URL(file, import.meta.url))));
  const hash = createHash('sha256').update(JSON.stringify(card));
  for (const content of contents) hash.update(content);
  return hash.digest('hex');
};

/**
 * Writes the cards into their files. One that was drawn before comes from the cache.
 * @returns how many were drawn
 */
export const writeCards = async (cards: { card: Card; file: URL }[], cache: URL): Promise<number> => {
  await mkdir(cache, { recursive: true });
  const found = await Promise.all(
    cards.map(async ({ card, file }) => {
      const cached = new URL(`${await keyOf(card)}.png`, cache);
      return { card, file, cached, png: await readFile(cached).catch(() => undefined) };
    }),
  );
  const missing = found.filter(({ png }) => png === undefined);
  const draw = missing.length > 0 ? prepareCards(missing.map(({ card }) => card)) : undefined;
  await Promise.all(
    found.map(async ({ card, file, cached, png }) => {
      const bytes = png ?? (await draw?.(card));
      if (bytes === undefined) return;
      await mkdir(new URL('.', file), { recursive: true });
      await Promise.all([writeFile(file, bytes), ...(png ? [] : [writeFile(cached, bytes)])]);
    }),
  );
  return missing.length;
};
