import * as z from 'zod/mini';
import { ACCESS_METHODS, MEMBER_CATEGORIES, MEMBERSHIP_TYPES, REVIEW_REASONS } from '#shared/choices';
import { LEDGER_KINDS } from '#shared/ledger';
import { endpoint } from './endpoint.ts';
import { Count, CursorPage, cursorLike, Envelope, FileLink } from './envelope.ts';

const Year = Count(2999);

/** A payment of a year, or what cancels it or pays it back; amounts are signed. */
const LedgerLine = z.object({
  key: z.string(),
  kind: z.enum(LEDGER_KINDS),
  /** In Hong Kong. */
  day: z.iso.date(),
  /** Of a receipt or a credit note. */
  number: z.optional(z.string()),
  /** The receipt that a credit note cancels or a refund pays back. */
  receipt: z.optional(z.string()),
  cancelledBy: z.optional(z.string()),
  uid: z.optional(z.string()),
  /** Empty for a payer who is not known, or whose account was deleted. */
  payer: z.string(),
  hasAccount: z.boolean(),
  type: z.optional(z.enum(MEMBERSHIP_TYPES)),
  /** The member's at the time. */
  category: z.optional(z.enum(MEMBER_CATEGORIES)),
  method: z.enum(ACCESS_METHODS),
  paymentId: z.string(),
  bankReference: z.optional(z.string()),
  currency: z.string(),
  amountMinorUnits: z.number(),
  /** Why a payment has no receipt. */
  outcome: z.optional(z.enum([...REVIEW_REASONS, 'voided'])),
  refundedMinorUnits: z.optional(z.number()),
  isRefundedOrDisputed: z.optional(z.boolean()),
  isInReview: z.boolean(),
});
export type LedgerLine = z.output<typeof LedgerLine>;

/** All payments of a year or a month, the newest first, 50 a page. */
export const getLedger = endpoint({
  route: 'GET /admin/ledger',
  access: 'admin',
  request: z.object({
    year: Year,
    month: z.optional(Count(12)),
    cursor: cursorLike(/^\d{4}-\d\d-\d\d#.+$/),
  }),
  reply: Envelope(CursorPage(LedgerLine)),
});

const LedgerCell = z.object({
  month: z.string(),
  kind: z.enum(LEDGER_KINDS),
  currency: z.string(),
  method: z.enum(ACCESS_METHODS),
  type: z.optional(z.enum(MEMBERSHIP_TYPES)),
  category: z.optional(z.enum(MEMBER_CATEGORIES)),
  count: z.number(),
  amountMinorUnits: z.number(),
});

/** The sums of a year, for each month and all that it can be grouped by. */
export const getLedgerSums = endpoint({
  route: 'GET /admin/ledger-sums',
  access: 'admin',
  request: z.object({ year: Year }),
  reply: Envelope(z.object({ cells: z.array(LedgerCell) })),
});

/** All payments of a year as CSV, in which spreadsheets find no formulas. */
export const exportLedger = endpoint({
  route: 'GET /admin/export-ledger',
  access: 'admin',
  freshSecondFactor: true,
  request: z.object({ year: Year }),
  reply: Envelope(FileLink),
});
