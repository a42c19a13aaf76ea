import * as z from 'zod/mini';
import { ACCOUNTS_DAYS } from '#shared/money';
import type { WithTable } from '../platform/context.ts';
import { listRows, queryDue, readRow, readRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, seconds, type TableWrite } from '../platform/table/table.ts';
import { insert, put, update } from '../platform/table/writes.ts';
import { ledgerDayOfReceipt, placeOfReceipt, Receipt } from './receipt.ts';

/** The partition of the index `due` where receipts wait for their document. */
const DUE = 'RECEIPT';

const DueItem = z.object({ due: z.optional(z.string()) });
const CounterItem = z.object({ last: z.number() });

/** A receipt of this member, and whether its document has been made. */
export async function findReceipt(
  context: WithTable,
  uid: string,
  number: string,
): Promise<{ receipt: Receipt; isReady: boolean } | undefined> {
  const item = await readRow(context.table, keys.receipt(uid, number));
  return item && { receipt: parseItem(Receipt, item), isReady: parseItem(DueItem, item).due === undefined };
}

export async function listReceipts(context: WithTable, uid: string): Promise<Receipt[]> {
  return listRows(context.table, keyPrefixes.receipts(uid), Receipt);
}

/** The last number used; undefined before the first. */
export async function findLastReceiptSerial(context: WithTable): Promise<number | undefined> {
  const [item] = await readRows(context.table, [keys.receiptCounter]);
  return item && parseItem(CounterItem, item).last;
}

/** Reserves the `count` numbers after `last`. Label `receipt-number` fails if one was taken in the meantime. */
export const reserveReceiptSerialsWrite = (last: number | undefined, count = 1): TableWrite =>
  last === undefined
    ? insert('receipt-number', { ...keys.receiptCounter, last: count })
    : update('receipt-number', keys.receiptCounter, { last: last + count }, { last });

/** A new receipt, whose document is due at once. Label `receipt`. */
export const insertReceiptWrite = (receipt: Receipt, ledgerDay = ledgerDayOfReceipt(receipt)): TableWrite =>
  insert('receipt', {
    ...keys.receipt(receipt.uid, receipt.number),
    ...receipt,
    ...(receipt.cancels !== undefined && { receipt: receipt.cancels }),
    ...placeOfReceipt(receipt, ledgerDay),
    due: DUE,
    dueAt: receipt.issuedAt,
    expiresAt: seconds(new Date(receipt.issuedAt)) + ACCOUNTS_DAYS * 86_400,
  });

/** Says in the receipt which credit note cancels it; its document stays. Label `cancelled-receipt`. */
export const cancelReceiptWrite = ({ uid, number }: Receipt, cancelledBy: string): TableWrite =>
  update('cancelled-receipt', keys.receipt(uid, number), { cancelledBy });

/** Says in the receipt what was paid back of it, or that it is disputed. Label `refunded-receipt`. */
export const refundReceiptWrite = ({ uid, number }: Receipt, refundedMinorUnits: number): TableWrite =>
  update('refunded-receipt', keys.receipt(uid, number), { refundedMinorUnits, isRefundedOrDisputed: true });

/** Receipts without a document, the longest waiting first. */
export async function listPendingReceipts(context: WithTable, limit: number): Promise<Receipt[]> {
  const dueKeys = await queryDue(context.table, DUE, limit);
  const items = await Promise.all(dueKeys.map((key) => readRow(context.table, key)));
  return items.flatMap((item) =>
    item && parseItem(DueItem, item).due !== undefined ? [parseItem(Receipt, item)] : [],
  );
}

/** The number of receipts that have waited for their document since then, up to `limit`. */
export async function countPendingReceipts(context: WithTable, since: Date, limit: number): Promise<number> {
  return (await queryDue(context.table, DUE, limit, since)).length;
}

/**
 * Marks the document as made. If the payer was removed in between, it is due again: it may have replaced the one that
 * another run has made without the name.
 */
export async function markReceiptReady(
  context: WithTable,
  { uid, number, payer, issuedAt: dueAt }: Receipt,
): Promise<void> {
  const key = keys.receipt(uid, number);
  const failed = await context.table.commit([update('receipt', key, {}, { payer }, ['due', 'dueAt'])]);
  if (failed.length > 0) await context.table.commit([update('receipt', key, { due: DUE, dueAt })]);
}

/** Lists a deleted member who has receipts as a former payer, so that the payments are still counted. */
export function formerPayerWrites(uid: string, receipts: readonly Receipt[]): TableWrite[] {
  const last = receipts.at(-1);
  if (!last) return [];
  const expiresAt = seconds(new Date(last.issuedAt)) + ACCOUNTS_DAYS * 86_400;
  return [put('former-payer', { ...keys.formerPayer(uid), expiresAt })];
}

/**
 * Removes the payer's name, which the bank's reference may repeat, from those of a member's receipts that have it, and has
 * their documents made again without it. Label `receipt`.
 */
export const anonymizeReceiptWrites = (uid: string, receipts: readonly Receipt[]): TableWrite[] =>
  receipts
    .filter(({ payer, affiliation, bankReference }) => payer || affiliation || bankReference)
    .map(({ number, issuedAt: dueAt }) => {
      const anonymous = { payer: '', affiliation: '', due: DUE, dueAt };
      return update('receipt', keys.receipt(uid, number), anonymous, {}, ['bankReference']);
    });
