import * as z from 'zod';
import { CalendarDay, draft, PartialDay, Source, sourcedEntry, WebAddress, withExample } from './fields.ts';

export const firstNewsYear = 2021;

/**
 * The front matter of content/news/<year>/<date>-<slug>.mdx; the text below it is the news item. With `of`, the item
 * replaces the one that the site writes about this session, issue or award.
 */
export const NewsItem = sourcedEntry({
  date: PartialDay.refine(
    (date) => date >= `${firstNewsYear}`,
    `The News page starts in ${firstNewsYear}. Use a later date.`,
  ),
  of: z
    .string()
    .regex(
      /^((session|newsletter)-[1-9]\d*|(lifetime|outstanding|young)-\d{4})$/,
      withExample('of: session-34, of: newsletter-14 or of: young-2024'),
    )
    .optional(),
  draft,
});
export type NewsItem = z.infer<typeof NewsItem>;

export const Issue = z.strictObject({
  number: z.int().positive(),
  date: CalendarDay.optional(),
  document: WebAddress.optional(),
  /** What no source confirms yet, filled with samples. */
  toBeConfirmed: z
    .strictObject({
      sample: z.literal(true),
      date: CalendarDay,
      document: z.union([WebAddress, z.string().startsWith('/newsletters/')]).optional(),
    })
    .optional(),
});
export type Issue = z.infer<typeof Issue>;

/**
 * content/newsletters.json: the issues, newest first. The document of issue 14 is the file
 * content/newsletters/issue-14.pdf or, with `document`, a page on another site.
 */
export const Newsletters = z.strictObject({
  source: Source,
  issues: z
    .array(Issue)
    .min(1)
    .refine((issues) => {
      const dates = issues.flatMap(({ date }) => date ?? []);
      return (
        issues.every(({ number }, at) => at === 0 || number <= (issues[at - 1]?.number ?? 0)) &&
        dates.every((date, at) => at === 0 || date <= (dates[at - 1] ?? ''))
      );
    }, 'List issues newest first, by number and by date.'),
});
