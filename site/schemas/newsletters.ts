import * as z from 'zod';
import { Source, Text, WebAddress } from './fields.ts';

/** content/newsletters.json: the issues, newest first. `document` is a file of this site or an outside address. */
export const Newsletters = z.strictObject({
  source: Source,
  issues: z.array(
    z.strictObject({
      number: z.int().positive(),
      date: Text.optional(),
      document: z.union([WebAddress, z.string().startsWith('/')]).optional(),
    }),
  ),
});
export type Newsletters = z.infer<typeof Newsletters>;
