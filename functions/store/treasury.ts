import type { SetAside, Treasury } from '../domain/membership/treasury.ts';
import { fromItem, queryAll, type Table, toItem, transact } from './client.ts';
import { keys } from './keys.ts';
import { PaymentItem } from './payments.ts';
import { putNew, remove } from './writes.ts';

export function dynamoTreasury(table: Table): Treasury {
  const listed = (pk: string) =>
    queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: toItem({ ':pk': pk }),
      ConsistentRead: true,
    });

  return {
    async open() {
      const found: SetAside[] = [];
      for await (const item of listed(keys.treasurer('', '').pk)) {
        const { outcome: reason, ...payment } = fromItem(PaymentItem, item);
        if (reason !== 'fulfilled') found.push({ ...payment, reason });
      }
      return found;
    },

    async settle(paymentId, done, now) {
      const { Item } = await table.call('GetItem', { Key: toItem(keys.payment(paymentId)) });
      if (!Item) return false;
      const paidAt = fromItem(PaymentItem, Item).paidAt.toISOString();
      const { Item: row } = await table.call('GetItem', {
        Key: toItem(keys.treasurer(paidAt, paymentId)),
        ConsistentRead: true,
      });
      if (!row) return false;
      const payment = fromItem(PaymentItem, row);
      const settled = {
        ...keys.settled(paidAt, paymentId),
        ...payment,
        paidAt,
        done,
        settledAt: now.toISOString(),
      };
      const obstacles = await transact(table, [
        remove(table, keys.treasurer(paidAt, paymentId), { paymentId }),
        putNew(table, settled),
      ]);
      return obstacles.length === 0;
    },
  };
}
