import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkAttachments } from '../../../site/lib/check/attachments.ts';
import { checkContent } from '../../../site/lib/check/report.ts';
import { makeContent } from '../../support/content-folder.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } });
type Bytes = string | Uint8Array | Promise<Uint8Array>;
const problemsOf = async (path: string, bytes: Bytes) =>
  checkAttachments(makeContent({ [path]: await bytes }));

const jpg = await picture(430, 564).jpeg().toBuffer();
const png = await picture(430, 564).png().toBuffer();
const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n';

describe('what is inside a picture is checked', () => {
  it.each<[what: string, path: string, bytes: Bytes, problem: string]>([
    ['text', 'portraits/ada.jpg', 'Not a picture.', "This isn't a picture. Put a jpg file in its place."],
    [
      'nothing',
      'portraits/ada.png',
      '',
      'This file is empty. Put the whole file in its place, or delete it.',
    ],
    [
      'half of a jpg',
      'portraits/ada.jpg',
      jpg.subarray(0, jpg.length / 2),
      'The end of this picture is missing. Copy the whole file again.',
    ],
    [
      'half of a png',
      'news/2025/group.png',
      png.subarray(0, png.length / 2),
      'The end of this picture is missing. Copy the whole file again.',
    ],
    ['a png', 'portraits/ada.jpg', png, 'This is a png file, but its name ends in .jpg. Save it as jpg.'],
    [
      'a webp',
      'webinars/speakers/ada.jpg',
      picture(430, 564).webp().toBuffer(),
      'This is a webp file, but its name ends in .jpg. Save it as jpg.',
    ],
    [
      'a small picture',
      'portraits/ada.png',
      picture(20, 20).png().toBuffer(),
      'This portrait has 20 × 20 pixels. Use one of 430 × 564, or larger of that shape.',
    ],
    [
      'a landscape',
      'webinars/speakers/ada.jpg',
      picture(800, 600).jpeg().toBuffer(),
      'This portrait has 800 × 600 pixels. Use one of 430 × 564, or larger of that shape.',
    ],
    [
      'a photo as it left the camera',
      'news/2025/group.jpg',
      Buffer.alloc(21_000_000, jpg),
      'This picture has 21.0 MB. Save it with fewer pixels, as 5 MB or less.',
    ],
  ])('%s', async (_what, path, bytes, problem) =>
    expect(await problemsOf(path, bytes)).toEqual([`content/${path}: ${problem}`]),
  );

  it.each<[what: string, path: string, bytes: Bytes]>([
    ['a jpg of the least size', 'portraits/ada.jpg', jpg],
    ['a png of the least size', 'webinars/speakers/ada.png', png],
    [
      'an upright photo of a camera held sideways',
      'portraits/ada.jpg',
      picture(800, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ],
    ['a landscape in a text', 'news/2025/group.jpg', picture(800, 600).jpeg().toBuffer()],
    ['a webp in a text', 'news/2025/group.webp', picture(800, 600).webp().toBuffer()],
    ['an avif in a text', 'news/2025/group.avif', picture(80, 60).avif().toBuffer()],
    ['a gif in a text', 'news/2025/group.gif', picture(80, 60).gif().toBuffer()],
  ])('%s is right', async (_what, path, bytes) => expect(await problemsOf(path, bytes)).toEqual([]));
});

describe('what is inside a PDF is checked', () => {
  it.each([
    ['text', 'Not a PDF.', ["This isn't a PDF. Put a PDF file in its place."]],
    ['nothing', '', ['This file is empty. Put the whole file in its place, or delete it.']],
    ['the beginning', pdf.slice(0, 20), ['The end of this PDF is missing. Copy the whole file again.']],
    ['a PDF', pdf, []],
  ])('%s', async (_what, bytes, problems) => {
    for (const path of ['newsletters/issue-14.pdf', 'archive/documents/minutes.pdf'])
      expect(await problemsOf(path, bytes)).toEqual(problems.map((problem) => `content/${path}: ${problem}`));
  });
});

it('the content check looks into pictures and documents', async () => {
  const { problems } = await checkContent(
    makeContent({ 'portraits/ada.jpg': 'Text.', 'newsletters/issue-14.pdf': 'Text.' }),
  );
  expect(problems).toContain("content/portraits/ada.jpg: This isn't a picture. Put a jpg file in its place.");
  expect(problems).toContain(
    "content/newsletters/issue-14.pdf: This isn't a PDF. Put a PDF file in its place.",
  );
});
