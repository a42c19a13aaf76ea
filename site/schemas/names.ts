import * as z from 'zod';
import { Text } from './fields.ts';

/** content/names.json: one spelling for each person. */
export const Names = z.strictObject({
  /** Other spellings in content/ of a name, in any script; the person's page has the name. */
  aliases: z.array(z.strictObject({ name: Text, also: z.array(Text).min(1) })),
  /** The language of each name in Chinese characters alone: simplified, traditional, Japanese or Korean. */
  languages: z.record(Text, z.enum(['zh-Hans', 'zh-Hant', 'ja', 'ko'])).optional(),
});
export type Names = z.infer<typeof Names>;
