import * as z from 'zod';
import { Source, sample, Text, WebAddress } from './fields.ts';

/**
 * content/newsletters.json: the issues, newest first. The document of issue 14 is the file
 * content/newsletters/issue-14.pdf, or, with `document`, a page elsewhere. A sample's document only fills a place.
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
