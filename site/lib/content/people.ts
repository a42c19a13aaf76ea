import type { Names } from '../../schemas/names.ts';
import type { Speaker } from '../../schemas/webinar.ts';
import { knownName, nameSlug } from './names.ts';

const byName = new Intl.Collator('en');
const lastName = (name: string) => name.split(' ').at(-1) ?? name;

/** Sorts people by the last word of their names, then by the whole name. */
export const sortAlphabetically = <Named extends { name: string }>(people: Named[]) =>
  people.toSorted(
    (a, b) => byName.compare(lastName(a.name), lastName(b.name)) || byName.compare(a.name, b.name),
  );

/** The files in content/webinars/speakers that may be a speaker's picture, the most likely first. */
const findPictureFiles = ({ name, image }: Speaker) => {
  const base = image?.replace(/\.\w+$/, '') ?? nameSlug(name);
  return [`${base}.jpg`, `${base}.png`];
};

/** The files in content/ that may be a person's portrait, the most likely first: `photo`, and those named after the person. */
export const findPortraitFiles = (name: string, names: Names, photo?: string) => [
  ...(photo ? [`portraits/${photo}`] : []),
  ...['jpg', 'png'].map((type) => `portraits/${nameSlug(knownName(name, names))}.${type}`),
];

/** The files in content/ that may be the picture of a speaker of the web seminar, the most likely first. */
export const findSpeakerFiles = (speaker: Speaker, names: Names) => [
  ...findPictureFiles({ ...speaker, name: knownName(speaker.name, names) }).map(
    (file) => `webinars/speakers/${file}`,
  ),
  ...findPortraitFiles(speaker.name, names),
];

/** People by the first letter of their last names. */
export const groupByInitial = <Named extends { name: string }>(people: Named[]) =>
  [
    ...Map.groupBy(sortAlphabetically(people), ({ name }) =>
      lastName(name).normalize('NFD').slice(0, 1).toUpperCase(),
    ),
  ].map(([initial, named]) => ({ initial, people: named }));
