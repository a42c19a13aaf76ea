import * as z from 'zod';
import { COUNTRIES } from '#shared/countries';
import { MONTHS } from '#shared/hong-kong';
import { FigureName, SourcePlace, Text, WebAddress } from './fields.ts';
import { CommitteeMember } from './people.ts';

const oneOrMore = <Item extends z.ZodType>(item: Item) => z.union([item, z.array(item).min(1)]);
/** A comma outside of the brackets would become part of the name. */
const Name = Text.refine(
  (name) => !name.replace(/\(.*?\)/g, '').includes(','),
  'Write the affiliation in brackets: "Nico Pietroni (University of Technology Sydney)".',
);
const names = z.array(Name).min(1);
const Address = z.union([WebAddress, z.string().startsWith('/')], {
  error:
    'Use a web address, for example https://example.org/page, or a path of this site, for example /news.',
});

const BestPaper = z.strictObject({
  title: Text,
  authors: Text,
  award: Text.optional(),
  link: WebAddress.optional(),
});
export type BestPaper = z.infer<typeof BestPaper>;

/** A journal's issue; older entries only have `link` and `description`. */
const Publication = z.strictObject({
  specialIssue: Text.optional(),
  journal: Text.optional(),
  journalLink: WebAddress.optional(),
  link: WebAddress.optional(),
  description: Text.optional(),
});
export type Publication = z.infer<typeof Publication>;

const details = {
  programChairs: names.optional(),
  conferenceChairs: names.optional(),
  organizationChairs: names.optional(),
  posterChairs: names.optional(),
  demoChairs: names.optional(),
  /** The only chair, in older entries. */
  conferenceChair: Name.optional(),
  keynoteSpeakers: names.optional(),
  bestPaperAwards: z.array(BestPaper).min(1).optional(),
  proceedings: oneOrMore(Publication).optional(),
  selectedPapers: oneOrMore(Publication).optional(),
  statistics: Text.optional(),
  reportLink: Address.optional(),
  /** The lists above that are only partly known. */
  incomplete: z
    .array(z.enum(['programChairs', 'conferenceChairs', 'keynoteSpeakers', 'bestPaperAwards']))
    .optional(),
};

export const Details = z.strictObject(details);
export type Details = z.infer<typeof Details>;

/** Beside the names that members choose from, those that the sources of past editions have. */
const countries = new Set([...COUNTRIES, 'Czech Republic', 'Macau', 'South Korea', 'UK', 'USA']);

/** `City, Country`; a city that is a country or region of its own stands alone. */
const Place = Text.refine((location) => countries.has(location.replace(/^.*, /, '')), {
  error: ({ input }) =>
    `"${`${input}`.replace(/^.*, /, '')}" isn't a country or region. End with one after a comma, for example Kyoto, Japan.`,
});

/** `October 14-17`, and `14-17 October`. */
const monthFirst = /(?<month>\p{L}{3,})\.? (?<first>\d{1,2})(?!\d)(?: ?[-–] ?(?<last>\d{1,2})(?!\d))?/gu;
const monthLast = /(?<!\d)(?<first>\d{1,2})(?: ?[-–] ?(?<last>\d{1,2}))? (?<month>\p{L}{3,})/gu;

/** What is wrong with days of a month. Beside a word that is no month's name, numbers are other words. */
const daysProblem = (word: string, first: number, last: number, year: number): string | undefined => {
  // `Oct` is a month too.
  const month = MONTHS.findIndex((name) => name === word || name.slice(0, 3) === word);
  if (month === -1) return undefined;
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const missing = [first, last].find((day) => day < 1 || day > days);
  if (missing !== undefined) return `There is no ${MONTHS[month]} ${missing} in ${year}.`;
  return last < first ? `${word} ${first}-${last} ends before it begins.` : undefined;
};

/** What is wrong with text that looks like the days of an edition; other words are right. */
const findDatesProblem = (dates: string): string | undefined => {
  const year = Number(/\b\d{4}\b/.exec(dates)?.[0]);
  return [...dates.matchAll(monthFirst), ...dates.matchAll(monthLast)]
    .map(({ groups }) => {
      const { month = '', first = '', last = first }: Partial<Record<string, string>> = groups ?? {};
      return daysProblem(month, Number(first), Number(last), year);
    })
    .find((problem) => problem !== undefined);
};

/** Dates contain a year of the edition, and days that exist. */
const datesProblem = (dates: string, years: readonly number[]) =>
  years.some((year) => dates.includes(`${year}`))
    ? findDatesProblem(dates)
    : `must contain the year, ${years.join(' or ')}. Example: May 26-28, ${years[0]}`;

export const Edition = z
  .strictObject({
    year: z.int(),
    number: z.int().positive().optional(),
    /** The year of an edition that took place together with this one: both share a row of the table. */
    heldWith: z.int().optional(),
    location: Place.optional(),
    additionalLocationInfo: Text.optional(),
    dates: Text.optional(),
    link: WebAddress.optional(),
    ...details,
    /** Details that no source confirms yet, filled with samples. */
    toBeConfirmed: z.strictObject({ sample: z.literal(true), ...details }).optional(),
    sources: z.array(SourcePlace).min(1),
  })
  .superRefine(({ year, heldWith, dates }, { addIssue }) => {
    const problem = dates && datesProblem(dates, heldWith ? [year, heldWith] : [year]);
    if (problem) addIssue({ code: 'custom', message: problem, path: ['dates'] });
  });
export type Edition = z.infer<typeof Edition>;

const Steering = z.strictObject({
  members: z.array(CommitteeMember),
  emeritus: z.array(CommitteeMember).optional(),
});

/** content/conferences/<series>.json: a flagship series and its editions, newest first. */
export const Series = z.strictObject({
  shortName: Text,
  name: Text,
  since: z.int(),
  summary: Text,
  figure: FigureName,
  link: Address.optional(),
  /** The series' own pages on this site, in the order of the breadcrumbs. */
  pages: z
    .array(
      z.strictObject({
        text: Text,
        href: z.string().startsWith('/', 'Use a path of this site, for example /GMPHome.'),
      }),
    )
    .optional(),
  /** Notes for editors on differences between the sources. */
  notes: z.array(Text).optional(),
  steering: Steering.optional(),
  editions: z
    .array(Edition)
    .refine(
      (editions) => editions.every(({ year }, at) => at === 0 || year <= (editions[at - 1]?.year ?? 0)),
      'List entries newest first.',
    ),
});
export type Series = z.infer<typeof Series>;
