import * as z from 'zod';
import { COUNTRIES } from '#shared/countries';
import { findDatesProblem } from '../lib/content/edition-dates.ts';
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
