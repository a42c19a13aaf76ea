import type { ImageMetadata } from 'astro';
import { isVisible } from '../../schemas/fields.ts';
import type { Issue } from '../../schemas/news.ts';
import type { Speaker } from '../../schemas/webinar.ts';
import { knownName, newsletters } from './data.ts';
import { nameSlug } from './names.ts';

const folder = '../../../content';

/** As `data:` addresses, because the build moves this module away from content/. */
const documents = import.meta.glob<string>(
  '../../../content/{documents,forms,newsletters,posters}/*.{pdf,png}',
  { query: '?inline', import: 'default' },
);

/** The finished files of content/ by their addresses on the site, such as `/forms/young.pdf`. */
export const finishedFiles = new Map(
  Object.entries(documents).map(([path, readDataAddress]) => [path.slice(folder.length), readDataAddress]),
);

/** The address of an issue: on another site, or of its file; undefined if there is neither. */
const findDocument = ({ number, document, toBeConfirmed: sample }: Issue) => {
  const file = `/newsletters/issue-${number}.pdf`;
  if (document) return document;
  if (finishedFiles.has(file) && sample?.document !== file) return file;
  return sample && isVisible(sample) ? sample.document : undefined;
};

/** When an issue was released, and whether that is a sample; undefined if it is not known. */
const findRelease = ({ date, toBeConfirmed: sample }: Issue) => {
  if (date !== undefined) return { date, sample: false };
  return sample && isVisible(sample) ? { date: sample.date, sample: true } : undefined;
};

/** The issues of the newsletter, newest first, each with the address of its document and its day of release. */
export const issues = newsletters.issues.map((issue) => ({
  number: issue.number,
  href: findDocument(issue),
  release: findRelease(issue),
}));

const pictures = import.meta.glob<ImageMetadata>(
  '../../../content/{portraits,webinars/speakers}/*.{jpg,png}',
  { eager: true, import: 'default' },
);

/** The first of these files of content/, without or with its ending. */
const findPicture = (...files: string[]): ImageMetadata | undefined =>
  files
    .flatMap((file) => [file, `${file}.jpg`, `${file}.png`])
    .flatMap((file) => pictures[`${folder}/${file}`] ?? [])[0];

const portraitOf = (name: string) => `portraits/${nameSlug(knownName(name))}`;

/** A person's portrait: the file in `photo`, or the one named after the person. */
export const findPortrait = (name: string, photo?: string) =>
  findPicture(...(photo ? [`portraits/${photo}`] : []), portraitOf(name));

/** The picture of a speaker of the web seminar: `image`, or the one named after the speaker, or the portrait. */
export const findSpeakerPicture = ({ name, image }: Speaker) => {
  const file = image?.replace(/\.\w+$/, '') ?? nameSlug(knownName(name));
  return findPicture(`webinars/speakers/${file}`, portraitOf(name));
};
