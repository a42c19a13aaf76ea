import * as z from 'zod/mini';
import { ACCESS_METHODS, MEMBER_CATEGORIES, MEMBERSHIP_TYPES, REVIEW_REASONS } from '#shared/choices';
import { LEDGER_KINDS } from '#shared/ledger';
import type { WithTable } from '../platform/context.ts';
import { queryAll } from '../platform/table/rows.ts';
import { type Item, parseItem } from '../platform/table/table.ts';

const INDEX = 'ledger';

const EntryItem = z.object({
  ledgerKey: z.string(),
  ledgerKind: z.enum(LEDGER_KINDS),
  currency: z.string(),
  method: z.enum(ACCESS_METHODS),
  type: z.optional(z.enum(MEMBERSHIP_TYPES)),
  category: z.optional(z.enum(MEMBER_CATEGORIES)),
  amountMinorUnits: z.number(),
  /** The payer, if known. */
  uid: z.optional(z.string()),
  /** Of a receipt: the name at the time; empty after the account was deleted. */
  payer: z.optional(z.string()),
  /** Of a receipt or a credit note. */
  number: z.optional(z.string()),
  /** The receipt that a credit note cancels or a refund pays back. */
  receipt: z.optional(z.string()),
  cancelledBy: z.optional(z.string()),
  paymentId: z.string(),
  bankReference: z.optional(z.string()),
  /** Of a payment without a receipt. */
  outcome: z.optional(z.enum([...REVIEW_REASONS, 'voided'])),
  refundedMinorUnits: z.optional(z.number()),
  isRefundedOrDisputed: z.optional(z.boolean()),
});

/**
 * Rows have the amount of the payment or the document, entries what it means for the association: negative for what leaves
 * it. The key is the entry's place in the ledger, unique and in the order of days.
 */
function parseEntry(item: Item) {
  const { ledgerKey, ledgerKind, amountMinorUnits, ...row } = parseItem(EntryItem, item);
  const sign = ledgerKind === 'payment' ? 1 : -1;
  return { ...row, key: ledgerKey, kind: ledgerKind, amountMinorUnits: sign * amountMinorUnits };
}

/** One line of the ledger: a payment, or what cancels it or pays it back, on its day. */
export type LedgerEntry = ReturnType<typeof parseEntry>;

/** Every entry of a month, in the order of days. */
export async function listLedgerMonth(context: WithTable, month: string): Promise<LedgerEntry[]> {
  return Array.fromAsync(queryAll(context.table, monthQuery(month)), (row) => parseEntry(row));
}

/** The last `limit` entries of a month, or those before the entry with this key, the newest first. */
export async function listNewestLedgerEntries(
  context: WithTable,
  month: string,
  limit: number,
  before?: string,
): Promise<LedgerEntry[]> {
  const { Items = [] } = await context.table.call('Query', {
    ...monthQuery(month, before),
    ScanIndexForward: false,
    Limit: limit,
  });
  return Items.map(parseEntry);
}

const monthQuery = (month: string, before?: string) => ({
  IndexName: INDEX,
  KeyConditionExpression:
    before === undefined ? 'ledgerMonth = :month' : 'ledgerMonth = :month AND ledgerKey < :before',
  ExpressionAttributeValues: { ':month': month, ...(before !== undefined && { ':before': before }) },
});
