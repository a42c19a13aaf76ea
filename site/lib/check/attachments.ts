import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import sharp from 'sharp';
import { portraitSize } from '../content/people.ts';
import { documentFiles, pictureFiles, portraitFiles } from './kinds.ts';

/** Photos as cameras make them are larger, and a page shows a small part of their pixels. */
const MAX_MEGABYTES = 5;

/** The formats that a picture's name may end in, by sharp's names. */
const formats: Record<string, string> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'heif',
  gif: 'gif',
};

const pictureProblem = async (path: string, bytes: Buffer): Promise<string | undefined> => {
  const megabytes = bytes.length / 1_000_000;
  if (megabytes > MAX_MEGABYTES)
    return `This picture has ${megabytes.toFixed(1)} MB. Save it with fewer pixels, as ${MAX_MEGABYTES} MB or less.`;
  const ending = path.replace(/^.*\./, '');
  const picture = sharp(bytes, { failOn: 'truncated' });
  const found = await picture.metadata().catch(() => undefined);
  if (!found) return `This isn't a picture. Put a ${ending} file in its place.`;
  if (found.format !== formats[ending])
    return `This is a ${found.format} file, but its name ends in .${ending}. Save it as ${ending}.`;
  const { width, height } = found.autoOrient;
  const isPortrait = width >= portraitSize.width && height >= portraitSize.height && width < height;
  if (matchesGlob(path, portraitFiles) && !isPortrait)
    return `This portrait has ${width} × ${height} pixels. Use one of ${portraitSize.width} × ${portraitSize.height}, or larger of that shape.`;
  // The metadata stand at the beginning: only decoding reaches a missing end. A small copy is decoded fastest.
  return picture
    .resize(8)
    .raw()
    .toBuffer()
    .then(
      () => undefined,
      () => 'The end of this picture is missing. Copy the whole file again.',
    );
};

const documentProblem = (bytes: Buffer): string | undefined => {
  if (!bytes.toString('latin1', 0, 5).startsWith('%PDF-'))
    return "This isn't a PDF. Put a PDF file in its place.";
  return bytes.subarray(-1024).includes('%%EOF')
    ? undefined
    : 'The end of this PDF is missing. Copy the whole file again.';
};

const problemOf = (path: string, bytes: Buffer) => {
  if (bytes.length === 0) return 'This file is empty. Put the whole file in its place, or delete it.';
  return matchesGlob(path, pictureFiles) ? pictureProblem(path, bytes) : documentProblem(bytes);
};

/** What is wrong inside the pictures and PDFs of content/, with which the build would end or a page have a bad picture. */
export const checkAttachments = async (folder: URL): Promise<string[]> => {
  const found = globSync([pictureFiles, documentFiles], { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map(async (path) => {
      const problem = await problemOf(path, readFileSync(new URL(path, folder)));
      return problem === undefined ? [] : [`content/${path}: ${problem}`];
    });
  return (await Promise.all(found)).flat();
};
