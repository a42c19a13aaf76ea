import * as z from 'zod/mini';
import { Homepage, Line, OptionalLine } from '#shared/fields';
import { endpoint } from './endpoint.ts';

/** A conference that a member attended, as the office enters it. */
export const attendanceFields = {
  name: Line(200),
  link: Homepage,
  venue: OptionalLine(200),
  date: OptionalLine(100),
};

export const ConferenceRecord = z.object({
  id: z.string(),
  name: z.string(),
  link: z.optional(z.string()),
  venue: z.string(),
  /** In the organisers' words; may be empty. */
  date: z.string(),
});
export type ConferenceRecord = z.output<typeof ConferenceRecord>;

/** The conferences that the member attended, the latest first. */
export const getConferences = endpoint({
  route: 'GET /conference/get-conferences',
  access: 'member',
  reply: z.array(ConferenceRecord),
});
