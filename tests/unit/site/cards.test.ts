import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { prepareCards } from '../../../site/lib/build/card.ts';
import { writeDrawings } from '../../../site/lib/build/drawings.ts';
import { describePoster, preparePosters, readSessions } from '../../../site/lib/build/poster.ts';
import { drawnName } from '../../../site/lib/build/undrawable.ts';
import type { Card } from '../../../site/schemas/card.ts';
import type { Names } from '../../../site/schemas/names.ts';
import { WebinarSession } from '../../../site/schemas/webinar.ts';

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

describe('the poster of a session', () => {
  const speaker = { name: '王小明', affiliation: 'The University of Tokyo' };
  const session = WebinarSession.parse({
    number: 35,
    date: '2026-01-27',
    talks: [{ title: 'On Pouring', speaker }],
    sources: ['specification'],
  });
  const site = 'https://www.asiagraphics.org';
  const names: Names = { aliases: [{ name: 'Utah Teapot', also: ['إبريق شاي', '犹他茶壶'] }], different: [] };

  it('says what the session is about, who speaks, and when', () =>
    expect(describePoster(session, site, names)).toMatchObject({
      day: 'Tuesday, January 27, 2026',
      times: ['11:00am UTC/GMT', '7:00pm Beijing/Singapore', '8:00pm Seoul/Tokyo'],
      talks: [{ title: 'On Pouring', speaker: '王小明', from: 'The University of Tokyo' }],
      chair: undefined,
      address: 'www.asiagraphics.org/webinar',
      sample: false,
    }));

  it('names people whose letters the fonts lack by their aliases, and others as they are written', () => {
    const talks = [{ title: 'On Pouring', speaker: { ...speaker, name: 'إبريق شاي' } }];
    const chair = { name: 'إبريق شاي', affiliation: 'Kitchen of Test Models' };
    expect(describePoster({ ...session, talks, chair }, site, names)).toMatchObject({
      talks: [{ speaker: 'Utah Teapot' }],
      chair: 'Utah Teapot, Kitchen of Test Models',
    });
    expect(drawnName('犹他茶壶', names)).toBe('犹他茶壶');
  });

  it('is a sheet of the A series, with every letter of a name', async () => {
    const posters = ['王小明', '\u{10fffd}\u{10fffd}\u{10fffd}'].map((name) =>
      describePoster(
        { ...session, talks: [{ title: 'On Pouring', speaker: { ...speaker, name } }] },
        site,
        names,
      ),
    );
    const [drawn, boxes] = await Promise.all(posters.map(preparePosters(posters)));
    const { format, width = 0, height = 0 } = await sharp(drawn).metadata();
    expect([format, (height / width).toFixed(2)]).toEqual(['png', Math.SQRT2.toFixed(2)]);
    expect(boxes && drawn?.equals(boxes)).toBe(false);
  });

  it('is there for each session that the build shows', () =>
    expect(readSessions(new URL('../../../content/webinars/', import.meta.url))).toHaveLength(34));
});
