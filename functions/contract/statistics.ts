import * as z from 'zod/mini';
import { OPEN_TASKS } from '#shared/choices';
import { Counts, YearOfMembers } from '#shared/statistics';
import { endpoint } from './endpoint.ts';
import { Envelope } from './envelope.ts';

/** Counted once a day. */
const Statistics = z.extend(Counts, { years: z.array(YearOfMembers) });
export type Statistics = z.output<typeof Statistics>;

const Dashboard = z.object({
  tasks: z.array(z.object({ task: z.enum(OPEN_TASKS), count: z.number() })),
  /** Recipients of campaigns that have begun, or will begin, to be sent. */
  waitingDeliveries: z.number(),
  statistics: z.optional(Statistics),
});
export type Dashboard = z.output<typeof Dashboard>;

/**
 * What waits for a person, and the statistics, which are missing before the first count. Late emails and receipts are
 * counted up to 100.
 */
export const getDashboard = endpoint({
  route: 'GET /admin/dashboard',
  access: 'admin',
  reply: Envelope(Dashboard),
});
