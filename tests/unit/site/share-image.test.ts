import sharp from 'sharp';
import { expect, it } from 'vitest';
import { prepareShareImages } from '../../../site/lib/build/share-image.ts';

it('a share image has a title in every script, and not the boxes of missing letters', async () => {
  const titles = ['Şük', '胡事民', '이광형', 'ễễễ', '\u{10fffd}'.repeat(3)];
  const draw = await prepareShareImages(titles);
  const drawn = await Promise.all(titles.map((title) => draw({ title, figure: 'nephroid' })));
  expect(await sharp(drawn[0]).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(new Set(drawn.map((picture) => picture.toString('base64'))).size).toBe(titles.length);
});
