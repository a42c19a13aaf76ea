import * as z from 'zod';
import { PlateName, Source, Text } from './fields.ts';

/** content/awards.json: the three awards, their rules and the years in which each was given. */
export const Awards = z.array(
  z.strictObject({
    id: z.enum(['lifetime', 'outstanding', 'young']),
    name: Text,
    rule: Text,
    plate: PlateName,
    years: z.array(z.int()).min(1),
    source: Source,
  }),
);
export type Awards = z.infer<typeof Awards>;
