import * as z from 'zod';
import { CalendarDay, Source, sample, sourceUnlessSample } from './fields.ts';

export const firstNewsYear = 2021;

/** The front matter of content/news/<year>/<yyyy-mm-dd>-<slug>.mdx; the text below it is the item. */
export const NewsItem = z
  .strictObject({
    date: CalendarDay.refine(
      (day) => day >= `${firstNewsYear}`,
      `is before ${firstNewsYear}, the first year of the News page`,
    ),
    source: Source.optional(),
    sample,
  })
  .refine(...sourceUnlessSample);
export type NewsItem = z.infer<typeof NewsItem>;
