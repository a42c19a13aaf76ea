import { includeSamples } from '../../schemas/fields.ts';
import type { Names } from '../../schemas/names.ts';
import type { Site } from '../../schemas/site.ts';
import {
  joined,
  listMentions,
  type Mention,
  type PeopleContent,
  type PersonRecord,
  recordGroups,
} from './mentions.ts';
import { knownName, nameSlug } from './names.ts';

export type Person = {
  slug: string;
  name: string;
  /** Other spellings of the name in content/names.json. */
  also: string[];
  /** As given last. */
  affiliation?: string | undefined;
  /** The affiliation with its country. */
  place?: string | undefined;
  link?: string | undefined;
  records: PersonRecord[];
  /** Whether the person is known from samples alone. */
  sample?: true;
};

const newestFirst = (a: { date?: string | undefined }, b: { date?: string | undefined }) =>
  (b.date ?? '').localeCompare(a.date ?? '');

const toPerson = (name: string, mentions: Mention[], { aliases }: Names): Person => {
  const sorted = mentions.toSorted(newestFirst);
  // Both are of one time: somebody may have moved.
  const { affiliation, country } =
    sorted.find((mention) => mention.affiliation) ?? sorted.find((mention) => mention.country) ?? {};
  return {
    slug: nameSlug(name),
    name,
    also: aliases.find((alias) => alias.name === name)?.also ?? [],
    affiliation,
    place: affiliation?.endsWith(country ?? '') ? affiliation : joined(affiliation, country),
    link: sorted.find((mention) => mention.link)?.link,
    records: recordGroups.flatMap((group) =>
      sorted
        .filter((mention) => mention.group === group)
        .map(({ title, detail, date, href, sample }) => ({ group, title, detail, date, href, sample })),
    ),
    ...(mentions.every(({ sample }) => sample) && { sample: true }),
  };
};

/** Everybody whom content/ names, each once. Without samples, somebody known from samples alone is left out. */
export const collectPeople = (
  content: PeopleContent,
  names: Names,
  withSamples = includeSamples,
): Person[] => {
  const mentions = listMentions(content).filter(({ sample }) => withSamples || !sample);
  const byName = Map.groupBy(mentions, ({ name }) => knownName(name, names));
  return [...byName].map(([name, all]) => toPerson(name, all, names));
};

export const personPath = ({ slug }: Pick<Person, 'slug'>) => `/people/${slug}`;

/** A person's page in a sentence, for search engines and shared links, which never get a sample. */
export const describeRecords = ({ name, place, records, sample }: Person, { name: association }: Site) => {
  if (sample) return `${name} in the records of the ${association}.`;
  const facts = records
    .filter((record) => !record.sample)
    .slice(0, 3)
    .map(({ title, detail }) => joined(title, detail));
  return `${joined(name, place)}, at the ${association}: ${facts.join('; ')}.`;
};

/** Whether a person's page says more than the page that a reader comes from, which shows one of its records. */
export const isOnSeveralPages = ({ records }: Person) => new Set(records.map(({ href }) => href)).size > 1;
