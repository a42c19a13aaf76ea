import * as z from 'zod/mini';
import { endpoint, NoInput } from './endpoint.ts';

export const ConferenceRecord = z.object({
  id: z.string(),
  name: z.string(),
  link: z.optional(z.string()),
  venue: z.string(),
  /** The organisers' own text, may be empty. */
  date: z.string(),
});
export type ConferenceRecord = z.output<typeof ConferenceRecord>;

/** Where the member was, the latest conference first. */
export const getConferences = endpoint({
  name: 'getConferences',
  method: 'GET',
  path: '/conference/get-conferences',
  access: 'member',
  request: NoInput,
  status: 200,
  reply: z.array(ConferenceRecord),
});
