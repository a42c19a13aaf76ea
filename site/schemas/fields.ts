import * as z from 'zod';
import { figures, type FigureName as Name } from '../lib/content/figures.ts';

/** A message with an example, after the field's name: `"date" is missing. Example: date: 2025-10-28`. */
export const withExample = (example: string) => ({
  error: (issue: { input?: unknown }) =>
    `${issue.input === undefined ? 'is missing' : 'is wrong'}. Example: ${example}`,
});

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** A message about a day, which may have the right form and not exist: November 31. */
const withExampleOfDay = (example: string) => ({
  error: (issue: { input?: unknown }) => {
    const [, year, month = '', day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(`${issue.input}`) ?? [];
    if (!year) return withExample(example).error(issue);
    const first = new Date(`${year}-${month}-01`);
    return Number.isNaN(first.getTime())
      ? `There is no month ${month}.`
      : `There is no ${monthName.format(first)} ${Number(day)} in ${year}.`;
  },
});

/** A day as `2025-10-28`. Astro's parser turns an unquoted one into a Date. */
export const CalendarDay = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  z.iso.date(withExampleOfDay('date: 2025-10-28')),
);

/** The first day of a date that may be known by its month or year alone. */
const firstDay = (date: string) => `${date}-01-01`.slice(0, 10);

/** A date as exactly as it is known: `2025-10-28`, `2026-04` or `2022`. */
export const PartialDay = z.preprocess(
  (value) =>
    value instanceof Date ? value.toISOString().slice(0, 10) : typeof value === 'number' ? `${value}` : value,
  z
    .string(withExample('date: 2025-10-28'))
    .refine((date) => /^\d{4}(-\d\d){0,2}$/.test(date) && z.iso.date().safeParse(firstDay(date)).success, {
      ...withExampleOfDay('date: 2025-10-28, or 2025-10 or 2025 if only that is known'),
      // What else is asked of the date would only confuse.
      abort: true,
    }),
);

/** A day, or a time with its zone: `2025-12-16T14:00:00+08:00`. An unquoted time arrives as a Date, the same moment. */
export const Moment = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString().replace('T00:00:00.000Z', '') : value),
  z.union(
    [z.iso.date(), z.iso.datetime({ offset: true })],
    withExample('2025-12-16 or 2025-12-16T14:00:00+08:00'),
  ),
);

/** A text that says something. */
export const Text = z
  .string(withExample('"a text"'))
  .trim()
  .min(1, 'is empty. Write the text, or leave the field out.');

/** An http or https address, the only kinds that the site's policy and checks allow. */
export const WebAddress = z.url({
  protocol: /^https?$/,
  hostname: z.regexes.domain,
  ...withExample('https://example.org/page'),
});

/**
 * The source of a fact: web addresses, `specification` for the association's own brief, or `author biography` for a
 * printed biography.
 */
export const SourcePlace = z.union(
  [z.literal(['specification', 'author biography']), WebAddress],
  withExample('https://example.org/page'),
);
export const Source = z.union(
  [SourcePlace, z.array(SourcePlace).min(1)],
  withExample('source: https://example.org/page'),
);

/** Marks an entry in place of an unknown fact: its page says so, and a production build leaves it out. */
export const sample = z.literal(true, withExample('sample: true, or leave it out')).optional();

/** What no source confirms yet and the page leaves out, for the editors' list of gaps. */
export const gaps = z.array(Text).min(1).optional();

/** An entry with these fields, which needs a source unless it is a sample. */
export const sourcedEntry = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z
    .strictObject({ ...shape, source: Source.optional(), sample })
    .refine((entry: object) => 'source' in entry || 'sample' in entry, {
      path: ['source'],
      error: 'is missing. Example: source: https://example.org/page',
    });

/** The name of a line figure. */
export const FigureName = z.custom<Name>(
  (name) => typeof name === 'string' && name in figures,
  `Unknown figure. Use one of: ${Object.keys(figures).join(', ')}.`,
);

/** The name of a file in content/portraits. */
export const Photo = z
  .string()
  .regex(
    /^[a-z0-9-]+\.(jpg|png)$/,
    'Use the name of a file in content/portraits, for example first-last.jpg.',
  );

/** Marks a text that is being written: only `npm run dev` shows it. */
export const draft = z.literal(true, withExample('draft: true, or leave it out')).optional();

/** A production build leaves samples out. */
export const includeSamples = process.env['SAMPLES'] !== 'no';

/** Only the editors' server, `npm run dev`, shows drafts. */
const includeDrafts = process.env['DRAFTS'] === 'yes';

type Marked = { sample?: true | undefined; draft?: true | undefined };

export const isPublished = ({ draft }: Pick<Marked, 'draft'>) => includeDrafts || !draft;

export const isVisible = ({ sample, draft }: Marked) => (includeSamples || !sample) && isPublished({ draft });
