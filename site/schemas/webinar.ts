import * as z from 'zod';
import { Source, sample, Text, WebAddress } from './fields.ts';

const Channel = z.strictObject({ link: WebAddress, sample });

const Organizer = z.strictObject({
  name: Text,
  affiliation: Text,
  link: WebAddress.optional(),
  source: Source.optional(),
  sample,
});

/** content/webinar.json: where the web seminar is shown, and who organizes it. */
export const Webinar = z.strictObject({
  platforms: z.array(z.strictObject({ name: Text, live: Channel.optional(), playlist: Channel.optional() })),
  team: z.array(Organizer),
});
export type Webinar = z.infer<typeof Webinar>;
