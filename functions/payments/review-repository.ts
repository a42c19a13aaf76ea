import { entryWrites } from '../audit/repository.ts';
import { readRow, rowsBelow } from '../platform/table/reads.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { type Item, parseItem, type Table } from '../platform/table/table.ts';
import { put, remove } from '../platform/table/writes.ts';
import { PaymentItem } from './payment-repository.ts';
import type { SetAside, Treasury } from './review.ts';

function setAsideOf(item: Item): SetAside[] {
  const { outcome: reason, ...payment } = parseItem(PaymentItem, item);
  return reason === 'fulfilled' ? [] : [{ ...payment, reason }];
}

export function dynamoTreasury(table: Table): Treasury {
  return {
    async open() {
      const found: SetAside[] = [];
      for await (const row of rowsBelow(table, keyPrefixes.treasurer)) found.push(...setAsideOf(row));
      return found;
    },

    async find(paymentId) {
      const marker = await readRow(table, keys.payment(paymentId));
      if (!marker) return undefined;
      const { paidAt } = parseItem(PaymentItem, marker);
      const row = await readRow(table, keys.treasurer(paidAt.toISOString(), paymentId));
      return row && setAsideOf(row)[0];
    },

    async settle({ reason: outcome, ...payment }, entry) {
      const { paymentId } = payment;
      const paidAt = payment.paidAt.toISOString();
      const { at: settledAt, reason: done } = entry;
      const settled = { ...keys.settled(paidAt, paymentId), ...payment, paidAt, outcome, settledAt, done };
      const obstacles = await table.commit([
        remove('treasurer', keys.treasurer(paidAt, paymentId), { paymentId }),
        put('row', settled),
        ...entryWrites(entry),
      ]);
      return obstacles.length === 0;
    },
  };
}
