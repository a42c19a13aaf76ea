import * as z from 'zod';
import { CommitteeMember } from './committee-member.ts';
import { sample, Text, WebAddress } from './fields.ts';

const Channel = z.strictObject({ link: WebAddress, sample });

/** content/webinar.json: where the web seminar is shown, and who organizes it. */
export const Webinar = z.strictObject({
  platforms: z.array(z.strictObject({ name: Text, live: Channel.optional(), playlist: Channel.optional() })),
  team: z.array(CommitteeMember),
});
export type Webinar = z.infer<typeof Webinar>;
