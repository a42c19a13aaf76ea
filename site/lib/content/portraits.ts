import type { ImageMetadata } from 'astro';
import type { Speaker } from '../../schemas/webinar.ts';
import { names } from './data.ts';
import { knownName, nameSlug } from './names.ts';

const pictures = import.meta.glob<ImageMetadata>(
  '../../../content/{portraits,webinars/speakers}/*.{jpg,png}',
  {
    eager: true,
    import: 'default',
  },
);

/** The first of these files of content/, without or with its ending. */
const findPicture = (...files: string[]): ImageMetadata | undefined =>
  files
    .flatMap((file) => [file, `${file}.jpg`, `${file}.png`])
    .flatMap((file) => pictures[`../../../content/${file}`] ?? [])[0];

const portraitOf = (name: string) => `portraits/${nameSlug(knownName(name, names))}`;

/** A person's portrait: the file in `photo`, or the one named after the person. */
export const findPortrait = (name: string, photo?: string) =>
  findPicture(...(photo ? [`portraits/${photo}`] : []), portraitOf(name));

/** The picture of a speaker of the web seminar: `image`, or the one named after the speaker, or the portrait. */
export const findSpeakerPicture = ({ name, image }: Speaker) => {
  const file = image?.replace(/\.\w+$/, '') ?? nameSlug(knownName(name, names));
  return findPicture(`webinars/speakers/${file}`, portraitOf(name));
};
