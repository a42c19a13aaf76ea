import * as z from 'zod';
import { Source, sample, Text, WebAddress } from './fields.ts';

const Person = z.strictObject({
  role: Text,
  name: Text,
  affiliation: Text.optional(),
  country: Text.optional(),
  link: WebAddress.optional(),
  source: Source,
  sample,
});

/** content/people.json: officers and Executive Committee, each with the source of the role. */
export const People = z.strictObject({ officers: z.array(Person), executiveCommittee: z.array(Person) });
export type People = z.infer<typeof People>;
export type Person = z.infer<typeof Person>;
