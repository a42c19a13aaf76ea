import type { ImageMetadata } from 'astro';
import type { Speaker } from '../../schemas/webinar.ts';
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

/** The picture in a person's `photo`. */
export const findPortrait = (photo: string | undefined) => findPicture(photo ? [`portraits/${photo}`] : []);

/** The picture of a speaker of the web seminar. */
export const findSpeakerPicture = (speaker: Speaker) =>
  findPicture(findPictureFiles(speaker).map((file) => `webinars/speakers/${file}`));
