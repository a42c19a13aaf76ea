import * as z from 'zod';
import { Photo, sourcedEntry, Text, WebAddress } from './fields.ts';

/** A person in a role. `photo` names a file in content/portraits. */
export const Person = sourcedEntry({
  title: Text.optional(),
  name: Text,
  affiliation: Text.optional(),
  institution: Text.optional(),
  country: Text.optional(),
  term: Text.optional(),
  link: WebAddress.optional(),
  photo: Photo.optional(),
});
export type Person = z.infer<typeof Person>;

/** content/people.json: officers and Executive Committee, each with the source of the role. */
export const People = z.strictObject({
  officers: z.array(Person),
  executiveCommittee: z.array(Person),
});

/** A member of a steering committee, or of the web seminar's team. */
export const CommitteeMember = sourcedEntry({
  name: Text,
  affiliation: Text.optional(),
  role: Text.optional(),
  link: WebAddress.optional(),
});
export type CommitteeMember = z.infer<typeof CommitteeMember>;
