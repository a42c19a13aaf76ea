import * as z from 'zod';
import { SourcePlace } from './fields.ts';

// The records of the data sets. Each is a row of a CSV file, so its fields are texts, numbers and lists of texts.

const text = (description: string) => z.string().min(1).describe(description);
const list = (description: string) => z.array(z.string().min(1)).min(1).describe(description);
const day = (description: string) => z.iso.date().describe(description);
const moment = (description: string) => z.iso.datetime().describe(description);
const address = (description: string) => z.url().describe(description);
const count = (description: string) => z.int().nonnegative().describe(description);

const page = address('The page of this site that shows the record');
const sources = z
  .array(SourcePlace)
  .min(1)
  .describe(
    'Where the record can be checked: web addresses; "specification" is the association\'s own brief, "author biography" a printed biography',
  );

const series = text('The short name of the conference series');
const year = z.int().describe('The year of the edition');
const name = text('The name of the person');
const affiliation = text('The affiliation of the person, as given at the time').optional();
const countryOrRegion = text('The country or region, as the source spells it').optional();
const link = address('A page of the person').optional();

/** An edition of a conference series. */
const EditionRecord = z.strictObject({
  series,
  seriesName: text('The name of the conference series'),
  year,
  number: z.int().positive().describe('The number of the edition in its series').optional(),
  city: text('The city').optional(),
  countryOrRegion,
  place: text('The whole place, as the source spells it').optional(),
  note: text('What else is known of the place').optional(),
  dates: text('The dates, as the source spells them').optional(),
  start: day('The first day, if the exact dates are known').optional(),
  end: day('The last day, if the exact dates are known').optional(),
  heldWith: z.int().describe('The year of an edition that took place together with this one').optional(),
  link: address("The edition's own site").optional(),
  programChairs: list('Program co-chairs').optional(),
  conferenceChairs: list('Conference chairs').optional(),
  organizationChairs: list('Organization chairs').optional(),
  posterChairs: list('Poster chairs').optional(),
  demoChairs: list('Demo chairs').optional(),
  keynoteSpeakers: list('Keynote speakers').optional(),
  incomplete: list('The lists of which only a part is known').optional(),
  statistics: text('Submissions and accepted papers, as the source spells them').optional(),
  submissions: count('Submitted papers').optional(),
  acceptedPapers: count('Accepted papers').optional(),
  report: address('A report on the edition').optional(),
  sources,
});
export type EditionRecord = z.infer<typeof EditionRecord>;

/** A best paper of an edition. */
const BestPaperRecord = z.strictObject({
  series,
  year,
  award: text('The name of the award, if it has one').optional(),
  title: text('The title of the paper'),
  authors: list('The authors, in their order'),
  link: address('The paper').optional(),
  sources,
});

/** A publication of the papers of an edition. */
const ProceedingsRecord = z.strictObject({
  series,
  year,
  kind: z.enum(['proceedings', 'selected papers']).describe('All papers, or a selection'),
  issue: text('The issue of the journal').optional(),
  journal: text('The journal or publisher').optional(),
  journalLink: address('The journal').optional(),
  description: text('The title of the volume').optional(),
  link: address('The issue or volume').optional(),
  sources,
});

/** An award of the association, given to somebody. */
const AwardRecord = z.strictObject({
  award: text('The name of the award'),
  year: z.int().describe('The year of the award'),
  winner: name,
  position: text('The position of the winner').optional(),
  affiliation,
  countryOrRegion,
  link,
  field: text('What the award was given for').optional(),
  announced: z
    .string()
    .regex(/^\d{4}(-\d\d){0,2}$/)
    .describe('When the award was announced: a day, a month or a year')
    .optional(),
  talkTitle: text('The title of the award talk').optional(),
  talkDate: day('The day of the award talk').optional(),
  talkEvent: text('The event of the award talk').optional(),
  jury: list('The chairs of the jury').optional(),
  page,
  sources,
});

/** A talk with its speaker. */
const TalkRecord = z.strictObject({
  event: text('The web seminar, workshop or summit'),
  session: z.int().positive().describe('The session of the web seminar').optional(),
  date: day('The first day of the event').optional(),
  start: moment('When the session of the web seminar began').optional(),
  end: moment('When the session of the web seminar ended').optional(),
  title: text('The title of the talk').optional(),
  speaker: name,
  position: text('The position of the speaker').optional(),
  affiliation,
  link,
  chair: text('The chair of the session').optional(),
  chairAffiliation: text('The affiliation of the chair').optional(),
  recording: address('The recording of the session').optional(),
  page,
  sources,
});
export type TalkRecord = z.infer<typeof TalkRecord>;

/** A person in an office or a committee. */
const CommitteeRecord = z.strictObject({
  body: text('The office or committee'),
  role: text('The role in it, if it has a name').optional(),
  name,
  position: text('The position of the person').optional(),
  affiliation,
  countryOrRegion,
  term: text('The term of office').optional(),
  link,
  page,
  sources,
});
export type CommitteeRecord = z.infer<typeof CommitteeRecord>;

/** An issue of the newsletter. */
const NewsletterRecord = z.strictObject({
  number: z.int().positive().describe('The number of the issue'),
  date: day('The day of its release').optional(),
  document: address('The document').optional(),
  sources,
});

/** A workshop or summit with a page of its own. */
const EventRecord = z.strictObject({
  title: text('The title of the event'),
  start: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })])
    .describe('Its first day, or its beginning'),
  end: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).describe('Its last day, or its end'),
  place: text('The place, as the source spells it'),
  page,
  sources,
});

/** The record of each data set, under the name of its files. */
export const dataRecords = {
  editions: EditionRecord,
  'best-papers': BestPaperRecord,
  proceedings: ProceedingsRecord,
  awards: AwardRecord,
  talks: TalkRecord,
  committees: CommitteeRecord,
  newsletters: NewsletterRecord,
  events: EventRecord,
};
export type DataSetName = keyof typeof dataRecords;

export const dataFormats = ['json', 'csv'] as const;
export type DataFormat = (typeof dataFormats)[number];

/** The addresses of a data set's files and of its schema. */
export const dataPath = (name: string, format: DataFormat) => `/data/${name}.${format}`;
export const schemaPath = (name: string) => `/data/schemas/${name}.json`;

export const Licence = z.strictObject({
  name: text('The name of the licence'),
  link: address('The licence'),
});

/** The file of a data set. */
export const dataFile = <Schema extends z.ZodObject>(record: Schema) =>
  z.strictObject({
    $schema: address('The schema of this file'),
    title: text('The name of the data set'),
    description: text('What a record is'),
    publisher: text('Who publishes the data set'),
    page: address('The page about the data'),
    licence: Licence.describe('Absent while the publisher has not chosen one').optional(),
    builtOn: day('The day on which the file was made from the content of the site'),
    records: z.array(record),
  });
