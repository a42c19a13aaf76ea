import * as z from 'zod/mini';
import { ConferenceRecord } from '#shared/conference-record';
import { Homepage, Line, OptionalLine } from '#shared/fields';
import { endpoint } from './endpoint.ts';

/** A conference that a member attended, as the office enters it. */
export const attendanceFields = {
  name: Line(200),
  link: Homepage,
  venue: OptionalLine(200),
  date: OptionalLine(100),
};

const AttendedConference = z.extend(ConferenceRecord, { link: z.optional(z.string()) });
export type AttendedConference = z.output<typeof AttendedConference>;

/** The conferences that the member attended, the latest first. */
export const getConferences = endpoint({
  route: 'GET /conference/get-conferences',
  access: 'member',
  reply: z.array(AttendedConference),
});
