import type { ImageMetadata } from 'astro';
import type { Speaker } from '../../schemas/webinar.ts';
import { names } from './data.ts';
import { findPortraitFiles, findSpeakerFiles } from './people.ts';

const pictures = import.meta.glob<ImageMetadata>(
  '../../../content/{portraits,webinars/speakers}/*.{jpg,png}',
  {
    eager: true,
    import: 'default',
  },
);

const findPicture = (files: readonly string[]): ImageMetadata | undefined =>
  files.flatMap((file) => pictures[`../../../content/${file}`] ?? [])[0];

/** A person's portrait: the file in `photo`, or the one named after the person. */
export const findPortrait = (name: string, photo?: string) =>
  findPicture(findPortraitFiles(name, names, photo));

/** The picture of a speaker of the web seminar. */
export const findSpeakerPicture = (speaker: Speaker) => findPicture(findSpeakerFiles(speaker, names));
