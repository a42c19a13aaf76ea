import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { type CSSProperties, createElement, type ReactNode } from 'react';
import satori from 'satori';
import sharp from 'sharp';
import { prepareFonts } from '#fonts/prepare-fonts.ts';
import { type FigureName, figures } from '../content/figures.ts';

/** What social networks show beside a link to a page. */
interface ShareImage {
  title: string;
  figure: FigureName;
}

/** The size that social networks ask for. */
const size = { width: 1200, height: 630 };
const edge = 64;
const figureBox = { width: 470, height: 502 };
const markHeight = 80;

/** The colours of site/styles/tokens.css by day. */
const colors = { paper: '#f8fbfa', ink: '#0b2322', ink3: '#5d6f6d' };

/** The wordmark beside the mark. */
const association = ['Asia Graphics', 'Association'];

const fontSet = {
  styles: { medium: ['instrument-sans', 500] },
  cjkFont: new URL(import.meta.resolve('#fonts/NotoSansCJKsc-Regular.otf')),
  otherFamilies: ['instrument-sans', 'stix-two-text'],
} as const;
/** The site's own font; the renderer takes what it lacks from the others. */
const fontFamily = 'instrument-sans-latin-wght-normal.woff2';

const siteFile = (path: string) => new URL(`../../${path}`, import.meta.url);
const box = (style: CSSProperties, ...children: ReactNode[]) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children);

const layOut = (title: string) =>
  box(
    {
      ...size,
      boxSizing: 'border-box',
      padding: edge,
      flexDirection: 'column',
      justifyContent: 'space-between',
      fontFamily,
    },
    box(
      {
        height: markHeight,
        marginLeft: 104,
        flexDirection: 'column',
        justifyContent: 'center',
        fontSize: 33,
      },
      box({ lineHeight: 1.08, color: colors.ink }, association[0]),
      box({ lineHeight: 1.08, color: colors.ink3 }, association[1]),
    ),
    box(
      {
        width: size.width - 3 * edge - figureBox.width + 24,
        fontSize: title.length <= 22 ? 84 : title.length <= 40 ? 68 : 56,
        lineHeight: 1.04,
        letterSpacing: '-0.03em',
        textWrap: 'balance',
        color: colors.ink,
      },
      title,
    ),
  );

const drawMark = async () => {
  const svg = await readFile(siteFile('assets/favicon.svg'), 'utf8');
  const day = svg.replace(/@media.*?\}\}/, '').replace('viewBox="-2 -4 92 92"', 'viewBox="0 2 88 82"');
  return sharp(Buffer.from(day), { density: 300 }).resize({ height: markHeight }).png().toBuffer();
};

/** The figure in the lower right corner. Its lines have their width here, whatever its own units are. */
const drawFigure = async (name: FigureName) => {
  const { src, width, height } = figures[name];
  const scale = Math.min(figureBox.width / width, figureBox.height / height);
  const line = (pixels: number) => `stroke-width:${pixels / scale}px`;
  const style = `svg{color:${colors.ink}}path{${line(0.85)}}.c{${line(1.9)}}.d{${line(5)}}`;
  const svg = (await readFile(siteFile(`public${src}`), 'utf8'))
    .replace(/<style>.*?<\/style>/s, `<style>${style}</style>`)
    .replace(/ width="\d+" height="\d+"/, ` width="${width * scale}" height="${height * scale}"`);
  const { data, info } = await sharp(Buffer.from(svg)).png().toBuffer({ resolveWithObject: true });
  return { input: data, left: size.width - edge - info.width, top: size.height - edge - info.height };
};

/** Draws images with these titles, each as a PNG. */
const prepareShareImages = async (titles: string[]) => {
  const text = [...association, ...titles].join('');
  const { fonts, runsOf } = await prepareFonts([{ text, style: 'medium' }], fontSet);
  const rendererFonts = fonts.map(({ file, data }) => ({ name: file, data }));
  const mark = { input: await drawMark(), left: edge, top: edge };
  return async ({ title, figure }: ShareImage): Promise<Buffer> => {
    // A character that no font has is drawn as a mark.
    const drawable = runsOf(title, 'medium').map(({ text }) => text);
    const svg = await satori(layOut(drawable.join('')), { ...size, fonts: rendererFonts });
    return sharp({ create: { ...size, channels: 3, background: colors.paper } })
      .composite([{ input: Buffer.from(svg) }, mark, await drawFigure(figure)])
      .png({ palette: true, colours: 64, effort: 1, compressionLevel: 7 })
      .toBuffer();
  };
};

/** An image depends on its title, on its figure, and on the code and the packages that draw it. */
const keyOf = async ({ title, figure }: ShareImage) => {
  const paths = [
    `public${figures[figure].src}`,
    'assets/favicon.svg',
    'lib/build/share-image.ts',
    '../functions/payments/fonts/prepare-fonts.ts',
    '../package.json',
  ];
  const files = await Promise.all(paths.map((path) => readFile(siteFile(path))));
  return createHash('sha256')
    .update(Buffer.concat([Buffer.from(title), ...files]))
    .digest('hex');
};

/**
 * Writes share images into their files. One that was drawn before comes from the cache.
 * @returns how many were drawn
 */
export const writeShareImages = async (
  images: (ShareImage & { file: URL })[],
  cache: URL,
): Promise<number> => {
  await mkdir(cache, { recursive: true });
  const all = await Promise.all(
    images.map(async (image) => ({ ...image, cached: new URL(`${await keyOf(image)}.png`, cache) })),
  );
  const missing = all.filter(({ cached }) => !existsSync(cached));
  const draw = await prepareShareImages(missing.map(({ title }) => title));
  await Promise.all(missing.map(async (image) => writeFile(image.cached, await draw(image))));
  for (const { cached, file } of all) {
    await mkdir(new URL('.', file), { recursive: true });
    await copyFile(cached, file);
  }
  return missing.length;
};
