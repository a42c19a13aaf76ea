import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { prepareCards } from '../../../site/lib/build/card.ts';
import { writeCards } from '../../../site/lib/build/cards.ts';
import type { Card } from '../../../site/schemas/card.ts';

describe('a card', () => {
  it.each([
    ['Latin', 'Şükrü Ødegård'],
    ['Chinese', '胡事民'],
    ['Japanese', '五十嵐健夫'],
    ['Korean', '이광형'],
  ])('draws %s, and not the box of a missing letter', async (_, title) => {
    const missing = title.replaceAll(/\S/gu, '\u{10fffd}');
    const cards = [title, missing].map((one): Card => ({ title: one, figure: 'nephroid' }));
    const [drawn, boxes] = await Promise.all(cards.map(prepareCards(cards)));
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(boxes && drawn?.equals(boxes)).toBe(false);
  });
});

describe('the cards of the pages', () => {
  const file = (folder: string, name: string) => pathToFileURL(join(folder, name));

  it('are drawn once, and again only when they change', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cards-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const news: Card = { title: 'News', figure: 'nephroid' };
    const write = (about: Card) =>
      writeCards(
        [
          { card: news, file: file(folder, 'site/cards/news.png') },
          { card: about, file: file(folder, 'site/cards/about/us.png') },
        ],
        file(folder, 'cache/'),
      );
    expect(await write({ title: 'About AG', figure: 'nephroid' })).toBe(2);
    const first = readFileSync(join(folder, 'site/cards/about/us.png'));
    rmSync(join(folder, 'site'), { recursive: true });
    expect(await write({ title: 'About AG', figure: 'nephroid' })).toBe(0);
    expect(readFileSync(join(folder, 'site/cards/about/us.png')).equals(first)).toBe(true);
    expect(await write({ title: 'About us', figure: 'nephroid' })).toBe(1);
    expect(readFileSync(join(folder, 'site/cards/about/us.png')).equals(first)).toBe(false);
  });
});
