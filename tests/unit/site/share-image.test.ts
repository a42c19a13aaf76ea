import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { prepareShareImages, writeShareImages } from '../../../site/lib/build/share-image.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('a share image has a title in every script, and not the boxes of missing letters', async () => {
  const titles = ['Şük', '胡事民', '이광형', 'ễễễ', '\u{10fffd}'.repeat(3)];
  const draw = await prepareShareImages(titles);
  const drawn = await Promise.all(titles.map((title) => draw({ title, figure: 'nephroid' })));
  expect(await sharp(drawn[0]).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(new Set(drawn.map((picture) => picture.toString('base64'))).size).toBe(titles.length);
});

it('share images are drawn once, and again only when they change', async () => {
  const folder = temporaryFolder();
  const file = (name: string) => pathToFileURL(join(folder, name));
  const write = (title: string) =>
    writeShareImages([{ title, figure: 'nephroid', file: file('site/cards/about/us.png') }], file('cache/'));
  expect(await write('About AG')).toBe(1);
  const first = readFileSync(file('site/cards/about/us.png'));
  expect(await write('About AG')).toBe(0);
  expect(await write('About us')).toBe(1);
  expect(readFileSync(file('site/cards/about/us.png')).equals(first)).toBe(false);
});
