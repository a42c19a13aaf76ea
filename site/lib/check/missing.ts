import { matchesGlob } from 'node:path';
import { nameSlug } from '../content/names.ts';
import { type ContentFile, type Entry, entryOf } from './read-content.ts';

/** The fields that an entry of these lists leaves out while they are missing. */
const expectedFields: Record<string, readonly string[]> = {
  editions: ['dates', 'location'],
  issues: ['date', 'document'],
};

/** What is not known yet, one phrase each: samples, missing fields, incomplete lists, and what the file itself names. */
export const findGaps = (value: unknown, path: string[] = []): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { name, title, year, number, sample, incomplete = [], gaps = [] } = entryOf(value);
  const label = name ?? title ?? year ?? number;
  const place = path.length > 0 ? `"${path.join('.')}"` : 'This entry';
  const entry = label === undefined ? place : `${place} (${label})`;
  const missing = (expectedFields[path.at(-2) ?? ''] ?? []).filter((field) => !(field in value));
  return [
    ...(sample ? [`${entry} is a sample`] : []),
    ...(missing.length > 0 ? [`${entry} has no "${missing.join('" and no "')}"`] : []),
    ...[incomplete].flat().map((list) => `${entry}: "${list}" is incomplete`),
    ...[gaps].flat().map(String),
    ...Object.entries(value).flatMap(([key, inner]) => findGaps(inner, [...path, key])),
  ];
};

/** The entries of a file or, by the names of its fields, of a list in it: `timetable.talks` has those of all times. */
const entriesIn = (value: unknown, [name, ...inner]: string[]): Entry[] => {
  if (Array.isArray(value)) return value.flatMap((one) => entriesIn(one, name ? [name, ...inner] : []));
  if (name) return entriesIn(entryOf(value)[name], inner);
  return value === undefined ? [] : [entryOf(value)];
};

const isFact = ({ sample }: Entry) => sample !== true;
const has = (field: string) => (entry: Entry) => isFact(entry) && entry[field] !== undefined;

type Count = [what: string, entries: Entry[], isKnown: (entry: Entry) => boolean];

/**
 * What the owner still has to give, a line for each page, the most visible first: `Webinar: 2 of 34 sessions`. A page of
 * which nothing is missing has none.
 */
export const listMissingByPage = (files: ContentFile[]): string[] => {
  const paths = new Set(files.map(({ path }) => path));
  const entries = (pattern: string, list?: string) =>
    files
      .filter(({ path }) => matchesGlob(path, pattern))
      .flatMap(({ data }) => entriesIn(data, list?.split('.') ?? []));
  const hasPortrait = (person: Entry) =>
    isFact(person) &&
    ['jpg', 'png'].some((type) => paths.has(`portraits/${nameSlug(`${person['name']}`)}.${type}`));
  const hasDocument = ({ number, document, toBeConfirmed }: Entry) => {
    const file = `newsletters/issue-${number}.pdf`;
    return document !== undefined || (paths.has(file) && entryOf(toBeConfirmed)['document'] !== `/${file}`);
  };
  const officers = entries('people.json', 'officers');
  const sessions = entries('webinars/*.json');
  const issues = entries('newsletters.json', 'issues');
  const editions = entries('conferences/*.json', 'editions');
  const awards = entries('awards/*.mdx');
  const steering = (series: string): Count => [
    'members of the steering committee',
    entries(`conferences/${series}.json`, 'steering.members'),
    isFact,
  ];
  const workshop = (name: string): Count[] => [
    ['speakers', entries(`workshops/${name}.json`, 'profiles'), isFact],
    ['members of the committee', entries(`workshops/${name}.json`, 'committee'), isFact],
  ];
  const pages: [page: string, ...counts: Count[]][] = [
    [
      'About AG',
      ['officers', officers, isFact],
      ['members of the Executive Committee', entries('people.json', 'executiveCommittee'), isFact],
      ['portraits of officers', officers, hasPortrait],
    ],
    ['News', ['items', entries('news/*/*.mdx'), isFact]],
    [
      'Webinar',
      ['sessions', sessions, isFact],
      ['recordings', sessions, has('recording')],
      ['channels', entries('webinar.json', 'platforms'), ({ live }) => isFact(entryOf(live))],
      ['members of the team', entries('webinar.json', 'team'), isFact],
    ],
    ['Newsletter', ['documents of issues', issues, hasDocument], ['dates of issues', issues, has('date')]],
    ['Conferences', ['dates', editions, has('dates')], ['places', editions, has('location')]],
    [
      'Awards',
      ['winners', awards, isFact],
      ['portraits of winners', awards, (award) => hasPortrait({ ...award, ...entryOf(award['winner']) })],
    ],
    ['Pacific Graphics', steering('pg')],
    ['GMP', steering('gmp')],
    ['Summit 2018', ['talks', entries('summit2018.json', 'timetable.talks'), isFact]],
    ['Workshop on Intelligent Graphics', ...workshop('intelligent-graphics')],
    ['Workshop at SIGGRAPH Asia', ...workshop('intelligent-graphics-at-siggraph-asia')],
  ];
  return pages.flatMap(([page, ...counts]) => {
    const missing = counts.flatMap(([what, all, isKnown]) => {
      const known = all.filter(isKnown).length;
      return known < all.length ? [`${known} of ${all.length} ${what}`] : [];
    });
    return missing.length > 0 ? [`${page}: ${missing.join(', ')}`] : [];
  });
};
