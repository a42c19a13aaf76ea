import * as z from 'zod/mini';
import type { Checkout } from '../domain/membership/payments.ts';
import type { Term } from '../domain/membership/term.ts';
import type { Terms } from '../domain/membership/terms.ts';
import { fromItem, queryAll, type Table, toItem, transact } from './client.ts';
import { keys } from './keys.ts';

const TermItem: z.ZodMiniType<Term> = z.object({
  id: z.string(),
  type: z.enum(['professional', 'student']),
  accessMethod: z.enum(['online-payment', 'bank-transfer', 'granted', 'imported']),
  transactionDate: z.string(),
  receiptUrl: z.string(),
  receiptNumber: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  expireDate: z.string(),
});
const Owner = z.object({ uid: z.string() });
const Expiry = z.object({ activeUntil: z.string() });

/** A payment as a row: what the provider said, and what became of it. */
const paymentRow = (payment: Checkout, outcome: { uid: string | undefined; outcome: string }) => ({
  ...payment,
  paidAt: payment.paidAt.toISOString(),
  ...outcome,
});

export function dynamoTerms(table: Table): Terms {
  const read = async (key: object) =>
    (await table.call('GetItem', { Key: toItem(key), ConsistentRead: true })).Item;

  const putNew = (row: object) => ({
    Put: { TableName: table.name, Item: toItem(row), ConditionExpression: 'attribute_not_exists(pk)' },
  });

  return {
    async of(uid) {
      const rows = queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        // '$' follows '#'.
        ExpressionAttributeValues: toItem({
          ':pk': keys.member(uid).pk,
          ':first': 'TERM#',
          ':last': 'TERM$',
        }),
        ScanIndexForward: false,
        ConsistentRead: true,
      });
      const terms = [];
      for await (const row of rows) terms.push(fromItem(TermItem, row));
      return terms;
    },

    async activeUntil(uid) {
      const item = await read(keys.member(uid));
      return item && fromItem(Expiry, item).activeUntil;
    },

    async uidOf(paymentReference) {
      const item = await read(keys.paymentReference(paymentReference));
      return item && fromItem(Owner, item).uid;
    },

    isRecorded: async (paymentId) => (await read(keys.payment(paymentId))) !== undefined,

    async add({ uid, term, activeUntilSeen, activeUntil, payment }) {
      const marker = payment && {
        ...keys.payment(payment.paymentId),
        ...paymentRow(payment, { uid, outcome: 'fulfilled' }),
      };
      const records = [...(marker ? [marker] : []), { ...keys.term(uid, term.endDate, term.id), ...term }];
      const obstacles = await transact(table, [
        ...records.map(putNew),
        {
          Update: {
            TableName: table.name,
            Key: toItem(keys.member(uid)),
            UpdateExpression: 'SET activeUntil = :activeUntil, version = version + :one',
            ConditionExpression: 'activeUntil = :seen',
            ExpressionAttributeValues: toItem({
              ':activeUntil': activeUntil,
              ':seen': activeUntilSeen,
              ':one': 1,
            }),
          },
        },
      ]);
      if (obstacles.length === 0) return 'added';
      return obstacles.some(({ index }) => index < records.length) ? 'known' : 'changed';
    },

    async setAside(payment, reason, uid) {
      const row = paymentRow(payment, { uid, outcome: reason });
      const obstacles = await transact(table, [
        putNew({ ...keys.payment(payment.paymentId), ...row }),
        putNew({ ...keys.treasurer(row.paidAt, payment.paymentId), ...row }),
      ]);
      return obstacles.length === 0 ? 'added' : 'known';
    },
  };
}
