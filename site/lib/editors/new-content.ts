import { stringify } from 'yaml';
import * as z from 'zod';
import { datesOf, Place } from '../../schemas/conferences.ts';
import { CalendarDay, SourcePlace, Text, WebAddress } from '../../schemas/fields.ts';
import { NewsItem } from '../../schemas/news.ts';
import { sessionFile } from '../content/webinar.ts';

/** Asks for one value until it satisfies the schema; an empty answer takes the default. */
export type Ask = <Value>(question: string, schema: z.ZodType<Value>, initial?: string) => Promise<Value>;

/** A file of content/ as it will be; an entry of a list is put at its top. */
export type NewContent = { path: string } & ({ text: string } | { list: string; entry: object });

/** What the answers are suggested from. */
export type Known = {
  today: string;
  /** The files of content/ by their paths, without what is in them. */
  paths: readonly string[];
  /** The number of the newest issue. */
  lastIssue: number;
  /** The editions of each series, newest first, by the name of its file. */
  editions: Record<string, readonly { year: number; number?: number | undefined }[]>;
};

/** What is wrong with an answer, by a schema's message about a field. */
export const explainAnswer = (answer: string, { message }: { message: string }) => {
  if (answer === '') return 'This question needs an answer.';
  const sentence = message.replace(/Example: \w+: /, 'Example: ');
  return /^(is|must) /.test(sentence) ? `The answer ${sentence}` : sentence;
};

const aNumber = 'Enter a number, such as 35.';
const Count = z.coerce.number(aNumber).int(aNumber).positive(aNumber);
const aYear = 'Enter a year, such as 2027.';
const Year = z.coerce.number(aYear).int(aYear).min(1990, aYear).max(2100, aYear);
const Topic = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'Use small letters, digits and hyphens, for example call-for-papers.');
/** An empty answer leaves the field out. */
const optional = <Value>(schema: z.ZodType<Value>) =>
  z.string().transform((answer, context) => {
    if (answer === '') return undefined;
    const { data, error } = schema.safeParse(answer);
    // The schema's own sentence says what is right; a union's would not.
    for (const { message } of error?.issues ?? []) context.addIssue(message);
    return data;
  });

const mdx = (data: object, text: string) => `---\n${stringify(data)}---\n\n${text}\n`;
const json = (data: object) => `${JSON.stringify(data, null, 2)}\n`;

/** What an entry must not have, because another has it. */
const unless = <Value>(schema: z.ZodType<Value>, isTaken: (value: Value) => boolean, sentence: string) =>
  schema.refine((value) => !isTaken(value), sentence);

const news = async (ask: Ask, { today, paths }: Known): Promise<NewContent> => {
  const date = await ask(
    'Date, as exactly as it is known: 2026-01-27, 2026-01 or 2026',
    NewsItem.shape.date,
    today,
  );
  const year = date.slice(0, 4);
  const ofYear = paths.filter((path) => path.startsWith(`news/${year}/`));
  const topic = await ask(
    'Topic, for the file name',
    unless(
      Topic,
      (topic) => ofYear.some((path) => path.replace(/^.*\/[\d-]+/, '') === `${topic}.mdx`),
      `An item of ${year} has this topic already. Enter another one.`,
    ),
  );
  const text = await ask('Text, in Markdown', Text);
  const source = await ask('Where can it be checked? A web address', SourcePlace);
  return { path: `news/${year}/${date}-${topic}.mdx`, text: mdx({ date, source }, text) };
};

const webinar = async (ask: Ask, { paths }: Known): Promise<NewContent> => {
  const numbers = paths.flatMap((path) => Number(/^webinars\/session-(\d+)/.exec(path)?.[1]) || []);
  const number = await ask(
    'Number of the session',
    unless(
      Count,
      (number) => paths.includes(sessionFile(number)),
      'There is a session of this number already. Enter another number.',
    ),
    `${Math.max(0, ...numbers) + 1}`,
  );
  const date = await ask('Day, for example 2026-01-27', CalendarDay);
  const title = await ask('Title of the talk', Text);
  const name = await ask('Speaker', Text);
  const affiliation = await ask('Affiliation of the speaker, or nothing', optional(Text), '');
  const chair = await ask('Chair, or nothing', optional(Text), '');
  const source = await ask('Where can it be checked? A web address', SourcePlace);
  return {
    path: sessionFile(number),
    text: json({
      number,
      date,
      chair: chair && { name: chair },
      talks: [{ title, speaker: { name, affiliation } }],
      sources: [source],
    }),
  };
};

const award = async (ask: Ask, { today, paths }: Known): Promise<NewContent> => {
  const kind = await ask(
    'Award: lifetime, outstanding or young',
    z.enum(['lifetime', 'outstanding', 'young'], 'Enter lifetime, outstanding or young.'),
  );
  const file = (year: number) => `awards/${kind}-${year}.mdx`;
  const year = await ask(
    'Year',
    unless(
      Year,
      (year) => paths.includes(file(year)),
      'This award of this year is there already. Enter another year.',
    ),
    today.slice(0, 4),
  );
  const name = await ask('Winner', Text);
  const affiliation = await ask('Affiliation, or nothing', optional(Text), '');
  const field = await ask('What the award is given for', Text);
  const source = await ask('Where can it be checked? A web address', SourcePlace);
  const text = await ask('A sentence about the winner', Text);
  return {
    path: file(year),
    text: mdx({ winner: { name, affiliation }, field, source }, text),
  };
};

const newsletter = async (ask: Ask, { today, lastIssue }: Known): Promise<NewContent> => {
  const number = await ask(
    'Number of the issue',
    unless(
      Count,
      (number) => number <= lastIssue,
      `The newest issue is ${lastIssue}. Enter a greater number.`,
    ),
    `${lastIssue + 1}`,
  );
  const date = await ask('Day of the release', CalendarDay, today);
  const document = await ask(
    `Address of the document, or nothing for the file content/newsletters/issue-${number}.pdf`,
    optional(WebAddress),
    '',
  );
  return { path: 'newsletters.json', list: 'issues', entry: { number, date, document } };
};

const edition = async (ask: Ask, { editions }: Known): Promise<NewContent> => {
  const names = Object.keys(editions);
  const series = await ask(
    `Series: ${names.join(', ')}`,
    z.enum(names, `Enter one of: ${names.join(', ')}.`),
  );
  const [newest] = editions[series] ?? [];
  const year = await ask(
    'Year',
    unless(
      Year,
      (year) => year <= (newest?.year ?? 0),
      `The newest edition is of ${newest?.year}. Enter a later year.`,
    ),
    newest && `${newest.year + 1}`,
  );
  const number = await ask(
    'Number',
    unless(
      Count,
      (number) => editions[series]?.some((edition) => edition.number === number) ?? false,
      'Another edition has this number. Enter another one.',
    ),
    newest?.number === undefined ? undefined : `${newest.number + 1}`,
  );
  const dates = await ask('Dates, for example May 26-28, 2027, or nothing', optional(datesOf(year)), '');
  const location = await ask('City and country, for example Kyoto, Japan, or nothing', optional(Place), '');
  const link = await ask("Address of the conference's site, or nothing", optional(WebAddress), '');
  const source = await ask('Where can it be checked? A web address', SourcePlace);
  return {
    path: `conferences/${series}.json`,
    list: 'editions',
    entry: { year, number, dates, location, link, sources: [source] },
  };
};

/** What an editor can add, each with its questions. */
export const newContent: Record<string, (ask: Ask, known: Known) => Promise<NewContent>> = {
  news,
  webinar,
  award,
  newsletter,
  edition,
};
