import { stringify } from 'yaml';
import * as z from 'zod';
import { AwardPage } from '../../schemas/awards.ts';
import { Edition } from '../../schemas/conferences.ts';
import { Text } from '../../schemas/fields.ts';
import { Issue, NewsItem } from '../../schemas/news.ts';
import { Person } from '../../schemas/people.ts';
import { WebinarSession } from '../../schemas/webinar.ts';
import { type Entry, entryOf } from '../check/read-content.ts';
import { sessionFile } from '../content/webinar.ts';

/** What an editor gives for an entry: the name of each field, such as `talks.1.speaker.name`, with its text. */
export type Row = Record<string, string>;

/** A kind of entry that an editor can add. */
export type Kind = {
  /** The fields that say where the entry goes, and the text below a front matter. */
  place: z.ZodObject;
  /** The entry's own fields. */
  schema: z.ZodType<Entry>;
  /** The file of content/, and the list in it. */
  fileOf: (place: Entry, entry: Entry) => { path: string; list?: string };
  /** Whether an entry of the list is of the same thing, or a sample in its place. */
  isSame?: (entry: Entry, other: Entry, list: string) => boolean;
  /** What `content:new` asks: the field, and the question. A question in brackets needs no answer. */
  questions: [field: string, question: string][];
};

const source: [string, string] = ['source', 'Where can it be checked? A web address'];
const sources: [string, string] = ['sources', source[1]];
const Year = z.int().min(1990).max(2100);
const Topic = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'Use small letters, digits and hyphens, for example call-for-papers.');
const oneOf = (...names: string[]) => z.enum(names, `Enter one of: ${names.join(', ')}.`);

export const kinds: Record<string, Kind> = {
  news: {
    place: z.strictObject({ topic: Topic, text: Text }),
    schema: NewsItem,
    fileOf: ({ topic }, { date }) => ({ path: `news/${`${date}`.slice(0, 4)}/${date}-${topic}.mdx` }),
    questions: [
      ['date', 'Date, as exactly as it is known: 2026-01-27, 2026-01 or 2026'],
      ['topic', 'Topic, for the file name'],
      ['text', 'Text, in Markdown'],
      source,
    ],
  },
  webinar: {
    place: z.strictObject({}),
    schema: WebinarSession,
    fileOf: (_, { number }) => ({ path: sessionFile(Number(number)) }),
    questions: [
      ['number', 'Number of the session'],
      ['date', 'Day, for example 2026-01-27'],
      ['talks.1.title', 'Title of the talk'],
      ['talks.1.speaker.name', 'Speaker'],
      ['talks.1.speaker.affiliation', '(Affiliation of the speaker)'],
      ['chair.name', '(Chair)'],
      sources,
    ],
  },
  award: {
    place: z.strictObject({
      award: oneOf('lifetime', 'outstanding', 'young'),
      year: Year,
      text: Text.optional(),
    }),
    schema: AwardPage,
    fileOf: ({ award, year }) => ({ path: `awards/${award}-${year}.mdx` }),
    questions: [
      ['award', 'Award: lifetime, outstanding or young'],
      ['year', 'Year'],
      ['winner.name', 'Winner'],
      ['winner.affiliation', '(Affiliation)'],
      ['field', 'What the award is given for'],
      source,
      ['text', 'A sentence about the winner'],
    ],
  },
  newsletter: {
    place: z.strictObject({}),
    schema: Issue,
    fileOf: () => ({ path: 'newsletters.json', list: 'issues' }),
    isSame: (issue, other) => issue['number'] === other['number'],
    questions: [
      ['number', 'Number of the issue'],
      ['date', 'Day of the release'],
      ['document', '(Address of the document, if it is no file of content/newsletters)'],
    ],
  },
  edition: {
    place: z.strictObject({ series: oneOf('pg', 'gmp', 'cvm') }),
    schema: Edition,
    fileOf: ({ series }) => ({ path: `conferences/${series}.json`, list: 'editions' }),
    isSame: (edition, other) => edition['year'] === other['year'],
    questions: [
      ['series', 'Series: pg, gmp or cvm'],
      ['year', 'Year'],
      ['number', '(Number)'],
      ['dates', '(Dates, for example May 26-28, 2027)'],
      ['location', '(City and country, for example Kyoto, Japan)'],
      ['link', "(Address of the conference's site)"],
      sources,
    ],
  },
  person: {
    place: z.strictObject({ list: oneOf('officers', 'executiveCommittee') }),
    schema: Person,
    fileOf: ({ list }) => ({ path: 'people.json', list: `${list}` }),
    isSame: (person, other, list) =>
      person['name'] === other['name'] ||
      (other['sample'] === true && (list !== 'officers' || person['title'] === other['title'])),
    questions: [
      ['list', 'List: officers or executiveCommittee'],
      ['name', 'Name'],
      ['title', '(Office)'],
      ['affiliation', '(Affiliation)'],
      ['country', '(Country)'],
      source,
    ],
  },
};

const numbers = /^(number|year|heldWith|revision)$/;
const lists = /^(sources?|jury|incomplete|keynoteSpeakers|\w+Chairs)$/;

const parseCell = (field: string, cell: string) => {
  if (numbers.test(field) && /^\d+$/.test(cell)) return Number(cell);
  if (!lists.test(field) || (field === 'source' && !cell.includes(';'))) return cell;
  return cell.split(/;\s*/);
};

/** Puts a value where `talks.1.title` says: into the first of the talks. */
const put = (into: unknown, [name, ...inner]: string[], value: unknown): unknown => {
  if (name === undefined) return value;
  if (!/^\d+$/.test(name)) return { ...entryOf(into), [name]: put(entryOf(into)[name], inner, value) };
  const items: unknown[] = Array.isArray(into) ? [...into] : [];
  items[Number(name) - 1] = put(items[Number(name) - 1], inner, value);
  return items;
};

export type Problem = { field: string; message: string };

/** A field of an entry as editors name it: items are counted from 1. */
const fieldName = (path: PropertyKey[]) =>
  path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join('.');

const problemsOf = ({ error }: z.ZodSafeParseResult<unknown>): Problem[] =>
  (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          field: fieldName([...issue.path, key]),
          message: "isn't a field of this entry.",
        }))
      : { field: fieldName(issue.path), message: issue.message },
  );

/** An entry from an editor's row, with what its schemas say of it. */
export const parseRow = ({ place, schema }: Kind, row: Row) => {
  const fields: { place: Entry; entry: Entry } = { place: {}, entry: {} };
  for (const [field, cell] of Object.entries(row)) {
    const path = field.split('.');
    const part = field in place.shape ? 'place' : 'entry';
    if (cell !== '') fields[part] = entryOf(put(fields[part], path, parseCell(path.at(-1) ?? '', cell)));
  }
  const [placed, parsed] = [place.safeParse(fields.place), schema.safeParse(fields.entry)];
  return {
    place: placed.data ?? fields.place,
    entry: parsed.data ?? fields.entry,
    problems: [...problemsOf(placed), ...problemsOf(parsed)],
  };
};

/** An entry as a file of its own. */
export const formatFile = (path: string, entry: Entry, text: unknown) =>
  path.endsWith('.json')
    ? `${JSON.stringify(entry, null, 2)}\n`
    : `---\n${stringify(entry)}---\n\n${text ?? ''}\n`;
