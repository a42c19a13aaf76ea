import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { prepareCards } from '../../../site/lib/build/card.ts';
import { writeDrawings } from '../../../site/lib/build/drawings.ts';
import type { Card } from '../../../site/schemas/card.ts';

describe('a card', () => {
  it('draws names in every script, and not the boxes of missing letters', async () => {
    const names = ['Şük', '胡事民', '五十嵐', '이광형', 'ễễễ', 'e-王', 'Ελε'];
    const cards = [...names, '\u{10fffd}'.repeat(3)].map((title): Card => ({ title, figure: 'nephroid' }));
    const drawn = await Promise.all(cards.map(prepareCards(cards)));
    expect(await sharp(drawn[0]).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(new Set(drawn.map((picture) => picture.toString('base64'))).size).toBe(cards.length);
  });
});

describe('the cards of the pages', () => {
  const file = (folder: string, name: string) => pathToFileURL(join(folder, name));

  it('are drawn once, and again only when they change', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cards-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const news: Card = { title: 'News', figure: 'nephroid' };
    const write = (about: Card) =>
      writeDrawings(
        [
          { drawing: news, file: file(folder, 'site/cards/news.png') },
          { drawing: about, file: file(folder, 'site/cards/about/us.png') },
        ],
        prepareCards,
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
