import * as z from 'zod/mini';
import type { PaymentRecord, PaymentRecords } from '../domain/desk/payment-records.ts';
import { parseItem, type Table } from './client.ts';
import { keys } from './keys.ts';
import { readRow } from './reads.ts';

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
