import * as z from 'zod/mini';
import { OPEN_TASKS } from '#shared/choices';
import { endpoint, NoInput } from './endpoint.ts';
import { Envelope } from './envelope.ts';

/** Members at the end of a year, or by now in the running one. */
const YearOfMembers = z.object({
  year: z.number(),
  statuses: z.object({ registered: z.number(), active: z.number(), expired: z.number() }),
  /** Of the active members. */
  categories: z.object({
    ordinary: z.number(),
    'institutional-contact': z.number(),
    fellow: z.number(),
    student: z.number(),
    honorary: z.number(),
  }),
  /** Counted later, from the terms and today's categories of the members who still have an account. */
  isFromTerms: z.boolean(),
});

/** The renewals of the memberships that end on one 1 January, from 1 July before it to 30 June after it. */
const Season = z.object({
  endDate: z.iso.date(),
  /** Memberships that end on that day. */
  due: z.number(),
  /** Renewals by the day of the count, or by the same day of the season before. */
  renewed: z.number(),
  /** Renewals by the end of each month from July on; the running season ends with this month. */
  byMonth: z.array(z.number()),
});

/** YYYY-MM. */
const Month = z.string();

/** Counted once a day; `transfers` and `bounced`, `complained` are parts of `payments` and of `sent`. */
const Statistics = z.object({
  countedAt: z.iso.datetime(),
  years: z.array(YearOfMembers),
  /** The running season, and the one before it. */
  seasons: z.tuple([Season, Season]),
  /** 24 months. */
  payments: z.array(
    z.object({
      month: Month,
      payments: z.number(),
      amountMinorUnits: z.number(),
      transfers: z.number(),
      transferMinorUnits: z.number(),
    }),
  ),
  /** 13 months. */
  mail: z.array(
    z.object({
      month: Month,
      sent: z.number(),
      bounced: z.number(),
      complained: z.number(),
      failed: z.number(),
    }),
  ),
});
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
  name: 'getDashboard',
  method: 'GET',
  path: '/admin/dashboard',
  access: 'admin',
  request: NoInput,
  status: 200,
  reply: Envelope(Dashboard),
});
