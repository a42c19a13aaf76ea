import * as z from 'zod';
import { Source, sample, sourceUnlessSample, Text, WebAddress } from './fields.ts';

/** Of a steering committee, or of the team of the web seminar. */
export const CommitteeMember = z
  .strictObject({
    name: Text,
    affiliation: Text,
    role: Text.optional(),
    link: WebAddress.optional(),
    source: Source.optional(),
    sample,
  })
  .refine(...sourceUnlessSample);
export type CommitteeMember = z.infer<typeof CommitteeMember>;
