import type { ImageMetadata } from 'astro';
import type { Speaker } from '../../schemas/webinar.ts';
import { nameSlug } from './names.ts';
import { findPictureFiles } from './people.ts';

const pictures = import.meta.glob<ImageMetadata>(
  '../../../content/{portraits,webinars/speakers}/*.{jpg,png}',
  {
    eager: true,
    import: 'default',
  },
);

const findPicture = (files: readonly string[]): ImageMetadata | undefined =>
  files.flatMap((file) => pictures[`../../../content/${file}`] ?? [])[0];

const portraitFiles = (name: string) => ['jpg', 'png'].map((type) => `portraits/${nameSlug(name)}.${type}`);

/** A person's portrait: the file in `photo`, or the one named after the person. */
export const findPortrait = (name: string, photo?: string) =>
  findPicture([...(photo ? [`portraits/${photo}`] : []), ...portraitFiles(name)]);

/** The picture of a speaker of the web seminar. */
export const findSpeakerPicture = (speaker: Speaker) =>
  findPicture([
    ...findPictureFiles(speaker).map((file) => `webinars/speakers/${file}`),
    ...portraitFiles(speaker.name),
  ]);
