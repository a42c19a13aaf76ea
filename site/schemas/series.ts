import * as z from 'zod';
import { PlateName, Text, WebAddress } from './fields.ts';

const Edition = z.strictObject({
  year: z.int(),
  number: z.int().positive().optional(),
  location: Text.optional(),
  dates: Text.optional(),
  link: WebAddress.optional(),
  sources: z.array(z.union([z.literal('specification'), WebAddress])).min(1),
});

/** content/conferences/<series>.json: a flagship series and its editions, newest first. */
export const Series = z.strictObject({
  shortName: Text,
  name: Text,
  since: z.int(),
  summary: Text,
  plate: PlateName,
  link: z.union([WebAddress, z.string().startsWith('/')]).optional(),
  editions: z
    .array(Edition)
    .refine(
      (editions) => editions.every(({ year }, at) => at === 0 || year < (editions[at - 1]?.year ?? 0)),
      'are listed newest first, one for each year',
    ),
});
export type Series = z.infer<typeof Series>;
