import * as z from 'zod/mini';
import { readRow } from '../platform/table/reads.ts';
import { keys } from '../platform/table/schema.ts';
import { parseItem, type Table } from '../platform/table/table.ts';
import type { PaymentRecord, PaymentRecords } from './payment-records.ts';

const PaymentItem: z.ZodMiniType<PaymentRecord> = z.object({
  paymentId: z.string(),
  paidAt: z.string(),
  currency: z.string(),
  amountMinorUnits: z.number(),
  outcome: z.string(),
});

export const dynamoPaymentRecords = (table: Table): PaymentRecords => ({
  async of(paymentIds) {
    const items = await Promise.all(paymentIds.map((id) => readRow(table, keys.payment(id))));
    return items.flatMap((item) => (item ? [parseItem(PaymentItem, item)] : []));
  },
});
