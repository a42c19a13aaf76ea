import * as z from 'zod';
import { asIn, CalendarDay, Source, sample, Text, WebAddress } from './fields.ts';

const Person = z.strictObject({
  name: Text,
  position: Text.optional(),
  affiliation: Text.optional(),
  url: WebAddress.optional(),
});

const Talk = z.strictObject({
  title: Text,
  speaker: Person,
  abstract: Text.optional(),
  bio: Text.optional(),
});

/** content/webinars/session-NN.json: a live session of the web seminar, at 11:00am UTC of its day. */
export const WebinarSession = z.strictObject({
  number: z.int(asIn('"number": 34')).positive(),
  date: CalendarDay,
  chair: Person.optional(),
  talks: z.array(Talk).min(1),
  sources: z.array(Source).min(1),
  sample,
});
export type WebinarSession = z.infer<typeof WebinarSession>;
