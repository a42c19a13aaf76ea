import * as z from 'zod';
import { Photo, Source, sample, sourceUnlessSample, Text, WebAddress } from './fields.ts';

/** Somebody in a role. `photo` names a file of content/portraits. */
export const Person = z
  .strictObject({
    title: Text.optional(),
    name: Text,
    affiliation: Text.optional(),
    institution: Text.optional(),
    country: Text.optional(),
    term: Text.optional(),
    link: WebAddress.optional(),
    photo: Photo.optional(),
    source: Source.optional(),
    sample,
  })
  .refine(...sourceUnlessSample);
export type Person = z.infer<typeof Person>;

/** content/people.json: officers and Executive Committee, each with the source of the role. */
export const People = z.strictObject({
  officers: z.array(Person),
  executiveCommittee: z.array(Person),
});
export type People = z.infer<typeof People>;

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
