import * as z from 'zod';
import { CommitteeMember } from './committee-member.ts';
import { Edition } from './conferences.ts';
import { PlateName, Text, WebAddress } from './fields.ts';

const Steering = z.strictObject({
  members: z.array(CommitteeMember),
  emeritus: z.array(CommitteeMember).optional(),
});

/** content/conferences/<series>.json: a flagship series and its editions, newest first. */
export const Series = z.strictObject({
  shortName: Text,
  name: Text,
  since: z.int(),
  summary: Text,
  plate: PlateName,
  link: z.union([WebAddress, z.string().startsWith('/')]).optional(),
  /** For editors: where sources and the association's brief differ. */
  notes: z.array(Text).optional(),
  steering: Steering.optional(),
  editions: z
    .array(Edition)
    .refine(
      (editions) => editions.every(({ year }, at) => at === 0 || year < (editions[at - 1]?.year ?? 0)),
      'are listed newest first, one for each year',
    ),
});
export type Series = z.infer<typeof Series>;
