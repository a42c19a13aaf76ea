import * as z from 'zod/mini';
import { LEDGER_KINDS } from '#shared/choices';
import { LedgerCell, LedgerFields } from '#shared/ledger-fields';
import { endpoint } from './endpoint.ts';
import { Count, CursorPage, cursorLike, Envelope, FileLink } from './envelope.ts';

const Year = Count(2999);

/** A payment of a year, or what cancels it or pays it back; amounts are signed. */
const LedgerLine = z.extend(LedgerFields, {
  key: z.string(),
  kind: z.enum(LEDGER_KINDS),
  /** In Hong Kong. */
  day: z.iso.date(),
  /** Empty for a payer who is not known, or whose account was deleted. */
  payer: z.string(),
  /** Whether the payer has an account. */
  hasAccount: z.boolean(),
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
