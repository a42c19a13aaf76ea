import * as z from 'zod/mini';
import { ACCESS_METHODS, MEMBERSHIP_TYPES } from '#shared/choices';
import { queryDue, readRow, rowsBelow } from '../platform/table/reads.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, seconds, type Table } from '../platform/table/table.ts';
import type { TableWrite } from '../platform/table/writes.ts';
import { update } from '../platform/table/writes.ts';
import { ACCOUNTING_RETENTION_SECONDS } from './payment-repository.ts';
import type { Receipt, Receipts } from './receipt.ts';

/** Beside the mail's, the partition of the index `due` where receipts wait for their document. */
const DUE = 'RECEIPT';

export const ReceiptItem: z.ZodMiniType<Receipt> = z.object({
  number: z.string(),
  uid: z.string(),
  payer: z.string(),
  affiliation: z.string(),
  type: z.enum(MEMBERSHIP_TYPES),
  amountMinorUnits: z.number(),
  currency: z.string(),
  method: z.enum(ACCESS_METHODS),
  paidOn: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  paymentId: z.string(),
  issuedAt: z.string(),
});
const Due = z.object({ due: z.optional(z.string()) });

export const receiptRow = (receipt: Receipt) => ({
  ...keys.receipt(receipt.uid, receipt.number),
  ...receipt,
  due: DUE,
  dueAt: receipt.issuedAt,
  expiresAt: seconds(new Date(receipt.issuedAt)) + ACCOUNTING_RETENTION_SECONDS,
});

/** Takes the payer's name off a member's receipts, and has their documents made again without it. */
async function anonymizeWrites(table: Table, uid: string): Promise<TableWrite[]> {
  const writes: TableWrite[] = [];
  for await (const row of rowsBelow(table, keyPrefixes.receipts(uid))) {
    const { number, issuedAt: dueAt } = parseItem(ReceiptItem, row);
    writes.push(
      update('receipt', keys.receipt(uid, number), { payer: '', affiliation: '', due: DUE, dueAt }),
    );
  }
  return writes;
}

export function receiptsRepository(table: Table): Receipts {
  return {
    anonymizeWrites: (uid) => anonymizeWrites(table, uid),

    async find(uid, number) {
      const item = await readRow(table, keys.receipt(uid, number));
      return (
        item && { receipt: parseItem(ReceiptItem, item), isMade: parseItem(Due, item).due === undefined }
      );
    },

    async listPending(limit) {
      const places = await queryDue(table, DUE, limit);
      const items = await Promise.all(places.map((place) => readRow(table, place)));
      return items.flatMap((item) =>
        item && parseItem(Due, item).due !== undefined ? [parseItem(ReceiptItem, item)] : [],
      );
    },

    async markReady({ uid, number, payer }) {
      // Of a payer whose name was taken away meanwhile the document is made once more.
      await table.commit([update('receipt', keys.receipt(uid, number), {}, { payer }, ['due', 'dueAt'])]);
    },
  };
}
