import type { Speaker } from '../../schemas/webinar.ts';

const byName = new Intl.Collator('en');
const lastName = (name: string) => name.split(' ').at(-1) ?? name;

/** Sorts people by the last word of their names, then by the whole name. */
export const sortAlphabetically = <Named extends { name: string }>(people: Named[]) =>
  people.toSorted(
    (a, b) => byName.compare(lastName(a.name), lastName(b.name)) || byName.compare(a.name, b.name),
  );

const fileName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');

/** The files in content/webinars/speakers that may be a speaker's picture, the most likely first. */
export const findPictureFiles = ({ name, image }: Speaker) => {
  const base = image?.replace(/\.\w+$/, '') ?? fileName(name);
  return [`${base}.jpg`, `${base}.png`];
};
