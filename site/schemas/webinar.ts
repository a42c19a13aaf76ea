import * as z from 'zod';
import { CalendarDay, draft, Source, sample, Text, WebAddress, withExample } from './fields.ts';
import { CommitteeMember } from './people.ts';

const Channel = z.strictObject({ link: WebAddress, sample });

/** content/webinar.json: the channels and organizers of the web seminar. */
export const Webinar = z.strictObject({
  platforms: z.array(z.strictObject({ name: Text, live: Channel.optional(), playlist: Channel.optional() })),
  team: z.array(CommitteeMember),
});

const Chair = z.strictObject({
  name: Text,
  affiliation: Text.optional(),
  url: WebAddress.optional(),
});
export type Chair = z.infer<typeof Chair>;

const Speaker = z.strictObject({
  name: Text,
  position: Text.optional(),
  affiliation: Text.optional(),
  /** A file in content/webinars/speakers; by default, the one with the speaker's name. */
  image: z
    .string()
    .regex(
      /^[a-z0-9-]+(\.(jpg|png))?$/,
      'Use the name of a file in content/webinars/speakers, for example speaker-name.jpg.',
    )
    .optional(),
  url: WebAddress.optional(),
});
export type Speaker = z.infer<typeof Speaker>;

const Talk = z.strictObject({
  title: Text,
  speaker: Speaker,
  abstract: Text.optional(),
  bio: Text.optional(),
});

/** content/webinars/session-NN.json: a live session of the web seminar, at 11:00am UTC on its day. */
export const WebinarSession = z
  .strictObject({
    number: z.int(withExample('"number": 34')).positive(),
    date: CalendarDay,
    linktitle: Text.optional(),
    chair: Chair.optional(),
    talks: z.array(Talk).min(1).max(2),
    /** Where the recording of the session is shown. */
    recording: WebAddress.optional(),
    /** How often an announced session was changed: calendars replace an entry by one with a higher number. */
    revision: z.int().positive().optional(),
    sources: z.array(Source).min(1),
    sample,
    draft,
  })
  .refine(({ number, linktitle }) => linktitle === undefined || linktitle.startsWith(`Session ${number}: `), {
    path: ['linktitle'],
    error: 'must begin with the number of the session. Example: Session 34: First Speaker, Second Speaker',
  });
export type WebinarSession = z.infer<typeof WebinarSession>;
