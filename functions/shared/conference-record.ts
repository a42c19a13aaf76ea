import * as z from 'zod/mini';

/** A conference as it stands in the records of those who attended it. */
export const ConferenceRecord = z.object({
  id: z.string(),
  name: z.string(),
  /** The conference's own page; empty without one. */
  link: z.string(),
  venue: z.string(),
  /** In the organisers' words, such as "June 3 – June 5, 2024"; may be empty. */
  date: z.string(),
});
export type ConferenceRecord = z.output<typeof ConferenceRecord>;
