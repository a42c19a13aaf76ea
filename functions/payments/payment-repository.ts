import type { ReviewReason } from '#shared/choices';
import { ACCOUNTS_DAYS } from '#shared/money';
import type { AuditEntry } from '../audit/audit.ts';
import type { WithTable } from '../platform/context.ts';
import type { Checkout } from '../platform/payment-provider.ts';
import { findRow, listRows, rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import {
  type Item,
  itemKey,
  type Key,
  parseItem,
  seconds,
  type TableWrite,
} from '../platform/table/table.ts';
import { insert, put, remove, update } from '../platform/table/writes.ts';
import { methodOfCheckout, Payment, PaymentForReview, placeOfChange, placeOfPayment } from './payment.ts';
import type { Receipt } from './receipt.ts';

const ACCOUNTING_RETENTION_SECONDS = ACCOUNTS_DAYS * 86_400;

const toRow = (checkout: Checkout, outcome: Payment['outcome'], uid: string | undefined) => ({
  ...checkout,
  paidAt: checkout.paidAt.toISOString(),
  uid,
  outcome,
  expiresAt: seconds(checkout.paidAt) + ACCOUNTING_RETENTION_SECONDS,
});

/** What refunds and voids keep of their payment. */
const changeRow = (checkout: Checkout, amountMinorUnits: number, uid: string | undefined, now: Date) => ({
  paymentId: checkout.paymentId,
  bankReference: checkout.bankReference,
  currency: checkout.currency,
  method: methodOfCheckout(checkout),
  amountMinorUnits,
  uid,
  at: now.toISOString(),
  expiresAt: seconds(now) + ACCOUNTING_RETENTION_SECONDS,
});

const reviewKey = ({ paidAt, paymentId }: Checkout) => keys.paymentReview(paidAt.toISOString(), paymentId);

export async function findPayment(context: WithTable, paymentId: string): Promise<Payment | undefined> {
  return findRow(context.table, keys.payment(paymentId), Payment);
}

/** The rows of a list that are about this member's payments. */
async function* rowsOfMember(context: WithTable, list: Key, uid: string) {
  for await (const row of rowsWithPrefix(context.table, list)) {
    const payment = parseItem(Payment, row);
    if (payment.uid === uid) yield { row, paymentId: payment.paymentId };
  }
}

/** A row of the list of payments for review. Label `payment-review`. */
export const reviewPaymentWrite = (
  checkout: Checkout,
  reason: ReviewReason,
  uid: string | undefined,
): TableWrite => insert('payment-review', { ...reviewKey(checkout), ...toRow(checkout, reason, uid) });

/** Those of these payments that are recorded. */
export async function findPayments(context: WithTable, paymentIds: readonly string[]): Promise<Payment[]> {
  const payments = await Promise.all(paymentIds.map((paymentId) => findPayment(context, paymentId)));
  return payments.flatMap((payment) => payment ?? []);
}

/** The marker that makes fulfilment happen once; without a receipt it is an entry of the ledger. Label `payment`. */
export const insertPaymentWrite = (
  checkout: Checkout,
  outcome: Payment['outcome'],
  uid: string | undefined,
  receipt?: string,
): TableWrite =>
  insert('payment', {
    ...keys.payment(checkout.paymentId),
    ...toRow(checkout, outcome, uid),
    receipt,
    method: methodOfCheckout(checkout),
    ...placeOfPayment(checkout, outcome),
  });

/** Notes what was paid back of a payment, or that it is disputed, while its row says what was read. Label `payment`. */
export const changeRefundWrite = (
  { paymentId, isRefundedOrDisputed, refundedMinorUnits }: Payment,
  now: Pick<Checkout, 'isRefundedOrDisputed' | 'refundedMinorUnits'>,
): TableWrite => ({
  label: 'payment',
  write: (TableName) => ({
    Update: {
      TableName,
      Key: keys.payment(paymentId),
      UpdateExpression: 'SET isRefundedOrDisputed = :isFlagged, refundedMinorUnits = :refunded',
      // Rows of earlier releases have no amount.
      ConditionExpression:
        'isRefundedOrDisputed = :wasFlagged AND (refundedMinorUnits = :refundedBefore OR attribute_not_exists(refundedMinorUnits))',
      ExpressionAttributeValues: {
        ':isFlagged': now.isRefundedOrDisputed,
        ':refunded': now.refundedMinorUnits,
        ':wasFlagged': isRefundedOrDisputed,
        ':refundedBefore': refundedMinorUnits,
      },
    },
  }),
});

/** An entry of the ledger: this much of a payment was paid back. Label `refund`. */
export const insertRefundWrite = (
  checkout: Checkout,
  amountMinorUnits: number,
  { uid, receipt, now }: { uid: string | undefined; receipt: Receipt | undefined; now: Date },
): TableWrite =>
  insert('refund', {
    ...keys.refund(checkout.paymentId, now.toISOString()),
    ...changeRow(checkout, amountMinorUnits, uid, now),
    ...placeOfChange(checkout.paymentId, 'refund', now),
    ...(receipt && { receipt: receipt.number, type: receipt.type, category: receipt.category }),
  });

/** An entry of the ledger: a bank transfer without a receipt no longer counts. Label `void`. */
export const insertVoidWrite = (payment: Payment, at: Date): TableWrite =>
  insert('void', {
    ...keys.voidedPayment(payment.paymentId),
    ...changeRow(payment, payment.amountMinorUnits, payment.uid, at),
    ...placeOfChange(payment.paymentId, 'void', at),
  });

/** Voids a payment that still has the outcome with which it was read. Label `voided-payment`. */
export const voidPaymentWrite = ({ paymentId, outcome }: Payment): TableWrite =>
  update('voided-payment', keys.payment(paymentId), { outcome: 'voided' }, { outcome });

/** Payments not yet resolved, the oldest first; with `uid`, only this member's. */
export async function listPaymentReviews(context: WithTable, uid?: string): Promise<PaymentForReview[]> {
  const payments = await listRows(context.table, keyPrefixes.paymentReviews, PaymentForReview);
  return uid === undefined ? payments : payments.filter((payment) => payment.uid === uid);
}

/** The ids of this member's resolved payments. */
export async function listResolvedPayments(context: WithTable, uid: string): Promise<string[]> {
  return Array.fromAsync(
    rowsOfMember(context, keyPrefixes.paymentsResolved, uid),
    ({ paymentId }) => paymentId,
  );
}

/** Undefined if nobody has to look at the payment, or somebody has. */
export const findPaymentReview = (
  { table }: WithTable,
  payment: Payment,
): Promise<PaymentForReview | undefined> => findRow(table, reviewKey(payment), PaymentForReview);

/** Takes a payment off the list, with a note of what was done. Label `payment-review` fails if it is no longer on it. */
export function resolvePaymentWrites(
  payment: PaymentForReview,
  { at, reason: resolution }: AuditEntry,
): TableWrite[] {
  const { paymentId } = payment;
  const row = toRow(payment, payment.outcome, payment.uid);
  return [
    remove('payment-review', reviewKey(payment), { paymentId }),
    put('payment-resolved', {
      ...keys.paymentResolved(row.paidAt, paymentId),
      ...row,
      resolvedAt: at,
      resolution,
    }),
  ];
}

/**
 * Empties the bank's references, which may repeat the payer's name, in every row of a member's payments: those with a
 * receipt and those that were sent to review. The rows still say that the payment was a transfer. Label `payment`.
 */
export async function anonymizePaymentWrites(
  context: WithTable,
  uid: string,
  idsWithReceipt: readonly string[],
): Promise<TableWrite[]> {
  const rows: Item[] = [];
  const paymentIds = new Set(idsWithReceipt);
  for (const prefix of [keyPrefixes.paymentReviews, keyPrefixes.paymentsResolved])
    for await (const { row, paymentId } of rowsOfMember(context, prefix, uid)) {
      rows.push(row);
      paymentIds.add(paymentId);
    }
  for (const paymentId of paymentIds)
    for await (const row of rowsWithPrefix(context.table, keyPrefixes.payment(paymentId))) rows.push(row);
  return rows
    .filter(({ bankReference }) => Boolean(bankReference))
    .map((row) => update('payment', itemKey(row), { bankReference: '' }));
}
