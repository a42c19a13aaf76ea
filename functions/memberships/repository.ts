import * as z from 'zod/mini';
import { ACCESS_METHODS, MEMBERSHIP_TYPES } from '#shared/choices';
import { entryWrites } from '../audit/repository.ts';
import { enqueueWrites } from '../mail/transactional/repository.ts';
import type { MemberSummary } from '../members/member.ts';
import { PaymentItem, paymentRow, reviewWrites } from '../payments/payment-repository.ts';
import { receiptRow } from '../payments/receipt-repository.ts';
import { readRow, rowsBelow } from '../platform/table/reads.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, type Table } from '../platform/table/table.ts';
import { insert, update } from '../platform/table/writes.ts';
import type { Term } from './term.ts';
import type { Extension, Terms } from './terms.ts';

export const TermItem: z.ZodMiniType<Term> = z.object({
  id: z.string(),
  type: z.enum(MEMBERSHIP_TYPES),
  accessMethod: z.enum(ACCESS_METHODS),
  transactionDate: z.string(),
  receiptUrl: z.string(),
  receiptNumber: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  expireDate: z.string(),
});
const Owner = z.object({ uid: z.string() });
const HolderItem: z.ZodMiniType<MemberSummary> = z.object({
  uid: z.string(),
  activeUntil: z.string(),
  email: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  affiliation: z.string(),
});
const Counter = z.object({ last: z.number() });

/** A crowd pays at one moment: each try lets at least one of it through. */
const NUMBER_TRIES = 60;
const LONGEST_PAUSE_MILLISECONDS = 1500;

export function dynamoTerms(table: Table): Terms {
  /** Everything of one extension; `last` is the number that was given last, undefined before the first. */
  function writesOf(
    { uid, term, activeUntilSeen, activeUntil, payment, paper, entry }: Extension,
    last?: number,
  ) {
    const { receipt, notice } = paper?.((last ?? 0) + 1) ?? {};
    const record = { ...term, ...(receipt && { receiptNumber: receipt.number }) };
    const records = [
      ...(payment ? [paymentRow(payment, 'fulfilled', uid)] : []),
      { ...keys.term(uid, term.endDate, term.id), ...record },
    ];
    const papers =
      receipt && notice ? [insert('receipt', receiptRow(receipt)), ...enqueueWrites(notice)] : [];
    return {
      /** Who is in the way here has written the same. */
      records: records.map((row) => insert('record', row)),
      member: {
        label: 'member',
        write: (TableName: string) => ({
          Update: {
            TableName,
            Key: keys.member(uid),
            UpdateExpression: 'SET activeUntil = :activeUntil, version = version + :one',
            ConditionExpression: 'activeUntil = :seen',
            ExpressionAttributeValues: {
              ':activeUntil': activeUntil,
              ':seen': activeUntilSeen,
              ':one': 1,
            },
          },
        }),
      },
      counter: !receipt
        ? []
        : last === undefined
          ? [insert('receipt-counter', { ...keys.receiptCounter, last: 1 })]
          : [update('receipt-counter', keys.receiptCounter, { last: last + 1 }, { last })],
      papers: [...papers, ...(entry ? entryWrites(entry) : [])],
    };
  }

  return {
    async of(uid) {
      const terms = [];
      for await (const row of rowsBelow(table, keyPrefixes.terms(uid), { latestFirst: true }))
        terms.push(parseItem(TermItem, row));
      return terms;
    },

    async holder(uid) {
      const item = await readRow(table, keys.member(uid));
      return item && parseItem(HolderItem, item);
    },

    async uidOf(paymentReference) {
      const item = await readRow(table, keys.paymentReference(paymentReference));
      return item && parseItem(Owner, item).uid;
    },

    async outcomeOf(paymentId) {
      const item = await readRow(table, keys.payment(paymentId));
      return item && parseItem(PaymentItem, item).outcome;
    },

    async add(extension) {
      for (let attempt = 1; ; attempt += 1) {
        const item = extension.paper && (await readRow(table, keys.receiptCounter));
        const { records, member, counter, papers } = writesOf(
          extension,
          item && parseItem(Counter, item).last,
        );
        const obstacles = await table.commit([...records, member, ...counter, ...papers]);
        const [first] = obstacles;
        if (!first) return 'added';
        if (first.label === 'record') return 'known';
        if (first.label === 'member') return 'changed';
        if (attempt === NUMBER_TRIES)
          throw new Error(`The next receipt's number was taken ${attempt} times by others`);
        const longest = Math.min(10 * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
      }
    },

    async setAside(payment, reason, uid, entry) {
      const rows = [paymentRow(payment, reason, uid), reviewWrites(payment, reason, uid)];
      const writes = rows.map((row) => insert('row', row));
      const obstacles = await table.commit([...writes, ...(entry ? entryWrites(entry) : [])]);
      return obstacles.length === 0 ? 'added' : 'known';
    },

    async flagRefundOrDispute(paymentId) {
      const item = await readRow(table, keys.payment(paymentId));
      if (!item) return false;
      const payment = parseItem(PaymentItem, item);
      if (payment.isRefundedOrDisputed) return false;
      const obstacles = await table.commit([
        update(
          'payment',
          keys.payment(paymentId),
          { isRefundedOrDisputed: true },
          { isRefundedOrDisputed: false },
        ),
        insert(
          'row',
          reviewWrites({ ...payment, isRefundedOrDisputed: true }, 'refunded-or-disputed', payment.uid),
        ),
      ]);
      return obstacles.length === 0;
    },
  };
}
