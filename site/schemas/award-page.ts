import * as z from 'zod';
import { CalendarDay, Photo, Source, sample, sourceUnlessSample, Text, WebAddress } from './fields.ts';

const Winner = z.strictObject({
  name: Text,
  position: Text.optional(),
  affiliation: Text.optional(),
  country: Text.optional(),
  link: WebAddress.optional(),
  photo: Photo.optional(),
});

const AwardTalk = z.strictObject({
  title: Text,
  date: CalendarDay,
  event: Text,
  chair: Text.optional(),
});

/** The front matter of content/awards/<award>-<year>.mdx; the text below it is about the winner. */
export const AwardPage = z
  .strictObject({
    winner: Winner,
    field: Text.optional(),
    talk: AwardTalk.optional(),
    jury: z.array(Text).optional(),
    source: Source.optional(),
    sample,
  })
  .refine(...sourceUnlessSample);
export type AwardPage = z.infer<typeof AwardPage>;
