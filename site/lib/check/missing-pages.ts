import { matchesGlob } from 'node:path';
import * as z from 'zod';
import { nameSlug } from '../content/names.ts';
import type { ContentFile } from './read-content.ts';

const Fields = z.record(z.string(), z.unknown());
type Entry = z.infer<typeof Fields>;
const entryOf = (value: unknown): Entry => Fields.safeParse(value).data ?? {};
const listOf = (value: unknown): Entry[] => z.array(Fields).safeParse(value).data ?? [];

const isFact = ({ sample }: Entry) => sample !== true;
const has = (field: string) => (entry: Entry) => isFact(entry) && entry[field] !== undefined;

/**
 * What the owner still has to give, a line for each page, the most visible first: `Webinar: 2 of 34 sessions`. A page of
 * which nothing is missing has none.
 */
export const listMissingByPage = (files: ContentFile[]): string[] => {
  const paths = new Set(files.map(({ path }) => path));
  const all = (pattern: string) =>
    files.filter(({ path }) => matchesGlob(path, pattern)).map(({ data }) => entryOf(data));
  const one = (path: string) => all(path)[0] ?? {};
  const { officers, executiveCommittee } = one('people.json');
  const sessions = all('webinars/*.json');
  const issues = listOf(one('newsletters.json')['issues']);
  const awards = all('awards/*.mdx');
  const { platforms, team } = one('webinar.json');
  const editions = all('conferences/*.json').flatMap((series) => listOf(series['editions']));
  const steering = (series: string) =>
    listOf(entryOf(one(`conferences/${series}.json`)['steering'])['members']);
  const summitTalks = listOf(one('summit2018.json')['timetable']).flatMap(({ talks }) => listOf(talks));
  const hasPortrait = (person: Entry) =>
    isFact(person) &&
    ['jpg', 'png'].some((type) => paths.has(`portraits/${nameSlug(`${person['name']}`)}.${type}`));
  const hasDocument = ({ number, document, toBeConfirmed }: Entry) => {
    const file = `newsletters/issue-${number}.pdf`;
    return document !== undefined || (paths.has(file) && entryOf(toBeConfirmed)['document'] !== `/${file}`);
  };
  const workshop = (name: string): Count[] => {
    const { committee, profiles } = one(`workshops/${name}.json`);
    return [
      ['speakers', listOf(profiles), isFact],
      ['members of the committee', listOf(committee), isFact],
    ];
  };
  type Count = [what: string, entries: Entry[], isKnown: (entry: Entry) => boolean];
  const pages: [page: string, ...counts: Count[]][] = [
    [
      'About AG',
      ['officers', listOf(officers), isFact],
      ['members of the Executive Committee', listOf(executiveCommittee), isFact],
      ['portraits of officers', listOf(officers), hasPortrait],
    ],
    ['News', ['items', all('news/*/*.mdx'), isFact]],
    [
      'Webinar',
      ['sessions', sessions, isFact],
      ['recordings', sessions, has('recording')],
      ['channels', listOf(platforms), ({ live }) => isFact(entryOf(live))],
      ['members of the team', listOf(team), isFact],
    ],
    ['Newsletter', ['documents of issues', issues, hasDocument], ['dates of issues', issues, has('date')]],
    ['Conferences', ['dates', editions, has('dates')], ['places', editions, has('location')]],
    [
      'Awards',
      ['winners', awards, isFact],
      ['portraits of winners', awards, (award) => hasPortrait({ ...award, ...entryOf(award['winner']) })],
    ],
    ['Pacific Graphics', ['members of the steering committee', steering('pg'), isFact]],
    ['GMP', ['members of the steering committee', steering('gmp'), isFact]],
    ['Summit 2018', ['talks', summitTalks, isFact]],
    ['Workshop on Intelligent Graphics', ...workshop('intelligent-graphics')],
    ['Workshop at SIGGRAPH Asia', ...workshop('intelligent-graphics-at-siggraph-asia')],
  ];
  return pages.flatMap(([page, ...counts]) => {
    const missing = counts
      .map(([what, entries, isKnown]) => ({
        what,
        total: entries.length,
        known: entries.filter(isKnown).length,
      }))
      .filter(({ known, total }) => known < total);
    const told = missing.map(({ what, known, total }) => `${known} of ${total} ${what}`).join(', ');
    return told ? [`${page}: ${told}`] : [];
  });
};
