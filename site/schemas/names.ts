import * as z from 'zod';
import { Text } from './fields.ts';

/** content/names.json: one spelling for each person. */
export const Names = z.strictObject({
  /** Other spellings in content/ of a name, in any script; the person's page has the name. */
  aliases: z.array(z.strictObject({ name: Text, also: z.array(Text).min(1) })),
  /** Names that look alike and belong to different people. */
  different: z.array(z.array(Text).min(2)),
});
export type Names = z.infer<typeof Names>;
