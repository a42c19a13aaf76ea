import { readFile } from 'node:fs/promises';
import { type CSSProperties, createElement, type ReactNode } from 'react';
import satori, { type Font } from 'satori';
import sharp from 'sharp';
import { cleanText } from '#fonts/line-pieces.ts';
import type { Card } from '../../schemas/card.ts';
import { type FigureName, figures } from '../content/figures.ts';
import { prepareFaces } from '../pdf/house-fonts.ts';

/** The size that social networks ask for. */
const size = { width: 1200, height: 630 };
const edge = 64;
const figureBox = { width: 470, height: 502 };
const markHeight = 80;

/** The colours of site/styles/tokens.css by day. */
export const colors = { paper: '#f8fbfa', ink: '#0b2322', ink2: '#455957', ink3: '#5d6f6d', rule: '#d2dcd9' };

/** Few colours, in a small file; the last two levels of compression would take nearly twice as long and save a ninth. */
export const paletted = { palette: true, colours: 64, effort: 1, compressionLevel: 7 };

/** The wordmark beside the mark. */
export const association = ['Asia Graphics', 'Association'] as const;

const siteFile = (path: string) => new URL(`../../${path}`, import.meta.url);

/** The site's own font; the renderer takes what it lacks from the others. */
export const fontFamily = 'instrument-sans-latin-wght-normal.woff2';

/** Scripts whose characters are wider than Latin letters. */
const wideScript = /[^ -\u024f\u1e00-\u1eff\u2000-\u206f]/;

/** The fonts of these texts, each cut down to their characters: the renderer takes no variable and no compressed ones. */
export const loadFonts = async (texts: string[]): Promise<Font[]> => {
  const { fonts } = await prepareFaces(texts.join(''), ['sans', 'medium']);
  return fonts.map(({ file, weight, data }) => ({ name: file, weight: weight === 500 ? 500 : 400, data }));
};

export const box = (style: CSSProperties, ...children: ReactNode[]) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children);

/** The largest size in which a title of this length fits; a Chinese character is as wide as two letters. */
const titleSize = ({ title, kicker }: Card) => {
  const length = [...title].reduce((sum, character) => sum + (wideScript.test(character) ? 2 : 1), 0);
  return length <= 12 && !kicker ? 96 : length <= 22 ? 84 : length <= 40 ? 68 : 56;
};

/**
 * A text as the renderer takes it. It measures the parts of `Life-Time` without the kerning between them, which would widen
 * the next space.
 */
export const forRenderer = (text: string) =>
  cleanText(text).replace(/(?<=\p{L})-(?=\p{L})/gu, '\u2060-\u2060');

/** The association's name beside its mark. */
export const wordmark = (place: { left: number; top: number; height: number; fontSize: number }) =>
  box(
    {
      ...place,
      position: 'absolute',
      flexDirection: 'column',
      justifyContent: 'center',
      lineHeight: 1.08,
      letterSpacing: '-0.015em',
      fontWeight: 500,
    },
    box({}, association[0]),
    box({ color: colors.ink3, fontWeight: 400 }, association[1]),
  );

const text = (card: Card) => {
  const { title, kicker, note } = card;
  return box(
    { ...size, position: 'relative', fontFamily, color: colors.ink },
    wordmark({ left: edge + 104, top: edge, height: markHeight, fontSize: 33 }),
    box(
      {
        position: 'absolute',
        left: edge,
        bottom: edge - 6,
        width: size.width - 3 * edge - figureBox.width + 24,
        flexDirection: 'column',
      },
      ...(kicker ? [box({ fontSize: 30, color: colors.ink2, marginBottom: 18 }, forRenderer(kicker))] : []),
      box(
        {
          fontSize: titleSize(card),
          fontWeight: 500,
          lineHeight: 1.04,
          letterSpacing: wideScript.test(title) ? 0 : '-0.035em',
          textWrap: 'balance',
        },
        forRenderer(title),
      ),
      ...(note
        ? [box({ fontSize: 30, lineHeight: 1.25, color: colors.ink2, marginTop: 20 }, forRenderer(note))]
        : []),
    ),
  );
};

export const drawMark = async (height: number) => {
  const svg = await readFile(siteFile('assets/favicon.svg'), 'utf8');
  const day = svg.replace(/@media.*?\}\}/, '').replace('viewBox="-2 -4 92 92"', 'viewBox="0 2 88 82"');
  return sharp(Buffer.from(day), { density: 300 }).resize({ height }).png().toBuffer();
};

/** A figure that fills this space. Its lines have their width here, whatever its own units are. */
export const drawFigure = async (name: FigureName, space: { width: number; height: number }) => {
  const { src, width, height } = figures[name];
  const scale = Math.min(space.width / width, space.height / height);
  const line = (pixels: number) => `stroke-width:${pixels / scale}px`;
  const style = `svg{color:${colors.ink}}path{${line(0.85)}}.c{${line(1.9)}}.d{${line(5)}}`;
  const svg = (await readFile(siteFile(`public${src}`), 'utf8'))
    .replace(/<style>.*?<\/style>/s, `<style>${style}</style>`)
    .replace(/ width="\d+" height="\d+"/, ` width="${width * scale}" height="${height * scale}"`);
  return sharp(Buffer.from(svg)).png().toBuffer({ resolveWithObject: true });
};

/** The figure in the lower right corner. */
const placeFigure = async (name: FigureName) => {
  const { data, info } = await drawFigure(name, figureBox);
  return { input: data, left: size.width - edge - info.width, top: size.height - edge - info.height };
};

/** Draws these cards, each as a PNG. What several share is prepared once. */
export const prepareCards = (cards: Card[]) => {
  const fonts = loadFonts([
    association.join(' '),
    ...cards.flatMap(({ title, kicker = '', note = '' }) => [title, kicker, note]),
  ]);
  const mark = drawMark(markHeight);
  const drawn = new Map<string, ReturnType<typeof placeFigure>>();
  const figureOf = (name: FigureName) => {
    const figure = drawn.get(name) ?? placeFigure(name);
    drawn.set(name, figure);
    return figure;
  };
  return async (card: Card): Promise<Buffer> => {
    const [figure, logo] = await Promise.all([figureOf(card.figure), mark]);
    const svg = await satori(text(card), { ...size, fonts: await fonts });
    return sharp({ create: { ...size, channels: 3, background: colors.paper } })
      .composite([{ input: Buffer.from(svg) }, { input: logo, left: edge, top: edge }, figure])
      .png(paletted)
      .toBuffer();
  };
};
