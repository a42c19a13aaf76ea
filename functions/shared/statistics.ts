import * as z from 'zod/mini';
import { MEMBER_CATEGORIES, MEMBERSHIP_STATUSES } from './choices.ts';

/** What is counted each night: the same shapes in the rules, in the table and on the wire. */

/** Members at the end of a year, or by now in the running one. */
export const YearOfMembers = z.object({
  year: z.number(),
  statuses: z.record(z.enum(MEMBERSHIP_STATUSES), z.number()),
  /** Active members by category. */
  categories: z.record(z.enum(MEMBER_CATEGORIES), z.number()),
  /**
   * Counted later than in the first night after it, from the terms and today's categories of the members who still have an
   * account.
   */
  isFromTerms: z.boolean(),
});
export type YearOfMembers = z.output<typeof YearOfMembers>;

/** The renewals of the memberships that end on one 1 January, from 1 July before it to 30 June after it. */
const Season = z.object({
  endDate: z.iso.date(),
  /** Memberships that end on that day. */
  due: z.number(),
  /** Renewals by the day of the count, or by the same day of the season before. */
  renewed: z.number(),
});
export type Season = z.output<typeof Season>;

/** Payments that have a receipt, by the day on which the money arrived. */
const MonthOfPayments = z.object({
  /** YYYY-MM. */
  month: z.string(),
  payments: z.number(),
  amountMinorUnits: z.number(),
  /** Bank transfers, which `payments` and `amountMinorUnits` include. */
  transfers: z.number(),
  transferMinorUnits: z.number(),
});

/** The deliveries of the campaigns of a month; `sent` includes those that bounced or were marked as spam. */
const MonthOfMail = z.object({
  /** YYYY-MM. */
  month: z.string(),
  sent: z.number(),
  bounced: z.number(),
  complained: z.number(),
});
export type MonthOfMail = z.output<typeof MonthOfMail>;

/** One night's count of the members, payments and campaigns as of then. */
export const Counts = z.object({
  countedAt: z.iso.datetime(),
  /** The running season, and the one before it. */
  seasons: z.tuple([Season, Season]),
  /** 24 months. */
  payments: z.array(MonthOfPayments),
  /** 13 months. */
  mail: z.array(MonthOfMail),
});
