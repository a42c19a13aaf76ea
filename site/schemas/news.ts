import * as z from 'zod';
import { CalendarDay, Source, sample, sourceUnlessSample, Text, WebAddress } from './fields.ts';

export const firstNewsYear = 2021;

/** The front matter of content/news/<year>/<yyyy-mm-dd>-<slug>.mdx; the text below is the news item. */
export const NewsItem = z
  .strictObject({
    date: CalendarDay.refine(
      (day) => day >= `${firstNewsYear}`,
      `The News page starts in ${firstNewsYear}. Use a later date.`,
    ),
    source: Source.optional(),
    sample,
  })
  .refine(...sourceUnlessSample);
export type NewsItem = z.infer<typeof NewsItem>;

/**
 * content/newsletters.json: the issues, newest first. The document of issue 14 is the file
 * content/newsletters/issue-14.pdf or, with `document`, a page on another site. A sample has no real document.
 */
export const Newsletters = z.strictObject({
  source: Source,
  issues: z.array(
    z.strictObject({
      number: z.int().positive(),
      date: Text.optional(),
      document: WebAddress.optional(),
      sample,
    }),
  ),
});
export type Newsletters = z.infer<typeof Newsletters>;
export type Issue = Newsletters['issues'][number];
