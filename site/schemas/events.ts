import * as z from 'zod';
import { CalendarDay, Photo, Source, sample, sourcedEntry, Text, WebAddress } from './fields.ts';
import { Person } from './people.ts';

const Member = sourcedEntry({
  name: Text,
  institution: Text,
  country: Text.optional(),
  role: Text.optional(),
});

const Profile = sourcedEntry({
  name: Text,
  affiliation: Text,
  link: WebAddress.optional(),
  photo: Photo.optional(),
  talk: Text.optional(),
  abstract: Text.optional(),
  bio: Text.optional(),
});

/** A row of the programme: a talk by a speaker of `profiles`, or something else with a topic. */
const Slot = z.strictObject({
  time: Text.optional(),
  speaker: Text.optional(),
  topic: Text.optional(),
  sample,
});

const Session = z.strictObject({ title: Text, chair: Text.optional(), slots: z.array(Slot).min(1), sample });

/** Pairs of texts, such as `Currency` and its explanation. */
const Note = z.strictObject({ topic: Text, text: Text, sample });

/** content/workshops/<workshop>.json: the tables and lists of a workshop's page. */
export const Workshop = z
  .strictObject({
    committee: z.array(Member),
    programme: z.array(z.strictObject({ day: CalendarDay, sessions: z.array(Session) })),
    profiles: z.array(Profile),
    visitors: z.array(Note),
    travel: z.array(z.strictObject({ from: Text, by: Text, duration: Text, fare: Text.optional(), sample })),
    accommodation: z.array(Note),
  })
  .refine(
    ({ programme, profiles }) =>
      programme.every(({ sessions }) =>
        sessions.every(({ slots }) =>
          slots.every(({ speaker }) => !speaker || profiles.some(({ name }) => name === speaker)),
        ),
      ),
    { path: ['programme'], error: 'This speaker isn\'t listed in "profiles".' },
  );

const Speaker = z.strictObject({
  name: Text,
  affiliation: Text.optional(),
  link: WebAddress.optional(),
  photo: Photo.optional(),
});

const Talk = sourcedEntry({ title: Text, speaker: Speaker });

/** content/summit2018.json: the timetable, in order, and the organizers. */
export const Summit = z.strictObject({
  timetable: z.array(
    z.strictObject({
      time: z.string().regex(/^\d:\d\d-\d:\d\d$/, 'Enter a time range, for example "3:00-3:05".'),
      title: Text,
      talks: z.array(Talk).optional(),
      source: Source,
    }),
  ),
  organizers: z.array(Person),
});
