import * as z from 'zod';
import { Photo, Source, sample, sourceUnlessSample, Text, WebAddress } from './fields.ts';
import { Person } from './people.ts';

const Speaker = z.strictObject({
  name: Text,
  affiliation: Text.optional(),
  link: WebAddress.optional(),
  photo: Photo.optional(),
});

const Talk = z
  .strictObject({ title: Text, speaker: Speaker, source: Source.optional(), sample })
  .refine(...sourceUnlessSample);

export type SummitTalk = z.infer<typeof Talk>;

/** content/summit2018.json: the timetable, in order, and who organized it. */
export const Summit = z.strictObject({
  timetable: z.array(
    z.strictObject({
      time: z.string().regex(/^\d:\d\d-\d:\d\d$/, 'is a time range; write it as "3:00-3:05"'),
      title: Text,
      talks: z.array(Talk).optional(),
      source: Source,
    }),
  ),
  organizers: z.array(Person),
});
export type Summit = z.infer<typeof Summit>;
