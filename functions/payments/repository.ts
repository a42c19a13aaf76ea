/** Payments, receipts, and what is paid back or voided. Where a row is written, it says whether it is an entry of the ledger. */

import * as z from 'zod/mini';
import type { LedgerKind, ReviewReason } from '#shared/choices';
import { hongKongDate, monthOf } from '#shared/hong-kong';
import { ACCOUNTS_DAYS } from '#shared/money';
import type { AuditEntry } from '../audit/audit.ts';
import type { WithTable } from '../platform/context.ts';
import type { Checkout } from '../platform/payment-provider.ts';
import { findRow, listRows, queryDue, readRow, readRows, rowsWithPrefix } from '../platform/table/rows.ts';
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
import { methodOfCheckout, Payment, PaymentForReview, Receipt } from './payment.ts';

const ACCOUNTING_RETENTION_SECONDS = ACCOUNTS_DAYS * 86_400;

const expiryAfter = (instant: Date) => ({ expiresAt: seconds(instant) + ACCOUNTING_RETENTION_SECONDS });

/** The attributes that put a row into the ledger; `reference` is unique among the entries of the day. */
const ledgerPlace = (day: string, reference: string, ledgerKind: LedgerKind) => ({
  ledgerMonth: monthOf(day),
  ledgerKey: `${day}#${reference}`,
  ledgerKind,
});

const toRow = (checkout: Checkout, outcome: Payment['outcome'], uid: string | undefined) => ({
  ...checkout,
  paidAt: checkout.paidAt.toISOString(),
  uid,
  outcome,
  ...expiryAfter(checkout.paidAt),
});

/**
 * What refunds and voids keep of their payment. A refund, or the void of money that was sent back, stands on the day on which
 * it became known; another void on that of the payment.
 */
const changeRow = (
  kind: 'refund' | 'void',
  checkout: Checkout,
  amountMinorUnits: number,
  uid: string | undefined,
  at: Date,
) => ({
  ...ledgerPlace(hongKongDate(at), `${checkout.paymentId}#${kind}#${at.toISOString()}`, kind),
  paymentId: checkout.paymentId,
  bankReference: checkout.bankReference,
  currency: checkout.currency,
  method: methodOfCheckout(checkout),
  amountMinorUnits,
  uid,
  at: at.toISOString(),
  ...expiryAfter(at),
});

const reviewKey = ({ paidAt, paymentId }: Checkout) => keys.paymentReview(paidAt.toISOString(), paymentId);

export const findPayment = ({ table }: WithTable, paymentId: string): Promise<Payment | undefined> =>
  findRow(table, keys.payment(paymentId), Payment);

/** Those of these payments that are recorded. */
export async function findPayments(context: WithTable, paymentIds: readonly string[]): Promise<Payment[]> {
  const payments = await Promise.all(paymentIds.map((paymentId) => findPayment(context, paymentId)));
  return payments.filter((payment) => payment !== undefined);
}

/**
 * The marker that makes fulfilment happen once. It is in the ledger too, unless its receipt is, or it is a test payment, which
 * is no money. Label `payment`.
 */
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
    ...(outcome !== 'fulfilled' &&
      outcome !== 'mode' &&
      ledgerPlace(hongKongDate(checkout.paidAt), checkout.paymentId, 'payment')),
  });

/** A row of the list of payments for review. Label `payment-review`. */
export const reviewPaymentWrite = (
  checkout: Checkout,
  reason: ReviewReason,
  uid: string | undefined,
): TableWrite => insert('payment-review', { ...reviewKey(checkout), ...toRow(checkout, reason, uid) });

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
  uid: string | undefined,
  at: Date,
  receipt?: Receipt,
): TableWrite =>
  insert('refund', {
    ...keys.refund(checkout.paymentId, at.toISOString()),
    ...changeRow('refund', checkout, amountMinorUnits, uid, at),
    ...(receipt && { receipt: receipt.number, type: receipt.type, category: receipt.category }),
  });

/** An entry of the ledger: a bank transfer without a receipt no longer counts. Label `void`. */
export const insertVoidWrite = (payment: Payment, at: Date): TableWrite =>
  insert('void', {
    ...keys.voidedPayment(payment.paymentId),
    ...changeRow('void', payment, payment.amountMinorUnits, payment.uid, at),
  });

/** Voids a payment that still has the outcome with which it was read. Label `voided-payment`. */
export const voidPaymentWrite = ({ paymentId, outcome }: Payment): TableWrite =>
  update('voided-payment', keys.payment(paymentId), { outcome: 'voided' }, { outcome });

/** Payments not yet resolved, the oldest first; with `uid`, only this member's. */
export async function listPaymentReviews(context: WithTable, uid?: string): Promise<PaymentForReview[]> {
  const payments = await listRows(context.table, keyPrefixes.paymentReviews, PaymentForReview);
  return uid === undefined ? payments : payments.filter((payment) => payment.uid === uid);
}

/** This member's rows in one of the lists of payments that a person had to look at. */
async function* walkReviewsOf(context: WithTable, uid: string, list: Key) {
  for await (const row of rowsWithPrefix(context.table, list)) {
    const payment = parseItem(Payment, row);
    if (payment.uid === uid) yield { row, paymentId: payment.paymentId };
  }
}

/** The ids of this member's resolved payments. */
export const listResolvedPayments = (context: WithTable, uid: string): Promise<string[]> =>
  Array.fromAsync(walkReviewsOf(context, uid, keyPrefixes.paymentsResolved), ({ paymentId }) => paymentId);

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

export const listReceipts = ({ table }: WithTable, uid: string): Promise<Receipt[]> =>
  listRows(table, keyPrefixes.receipts(uid), Receipt);

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

/** A new receipt or credit note, whose document is due at once, with its day in the ledger. Label `receipt`. */
export const insertReceiptWrite = (receipt: Receipt, day: string): TableWrite =>
  insert('receipt', {
    ...keys.receipt(receipt.uid, receipt.number),
    ...receipt,
    ...(receipt.cancels !== undefined && { receipt: receipt.cancels }),
    ...ledgerPlace(day, receipt.number, receipt.cancels === undefined ? 'payment' : 'credit-note'),
    due: DUE,
    dueAt: receipt.issuedAt,
    ...expiryAfter(new Date(receipt.issuedAt)),
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
  return [put('former-payer', { ...keys.formerPayer(uid), ...expiryAfter(new Date(last.issuedAt)) })];
}

/**
 * Removes a former member's name, which the bank's references may repeat: from the receipts that have it, whose documents
 * are made again without it, and from every row of the payments with a receipt and of those that were sent to review. These
 * still say that the payment was a transfer. Labels `receipt` and `payment`.
 */
export async function anonymizePaymentWrites(context: WithTable, uid: string): Promise<TableWrite[]> {
  const receipts = await listReceipts(context, uid);
  const paymentIds = new Set(receipts.map(({ paymentId }) => paymentId));
  const rows: Item[] = [];
  for (const list of [keyPrefixes.paymentReviews, keyPrefixes.paymentsResolved])
    for await (const { row, paymentId } of walkReviewsOf(context, uid, list)) {
      rows.push(row);
      paymentIds.add(paymentId);
    }
  for (const id of paymentIds)
    for await (const row of rowsWithPrefix(context.table, keyPrefixes.payment(id))) rows.push(row);
  return [
    ...receipts
      .filter(({ payer, affiliation, bankReference }) => payer || affiliation || bankReference)
      .map(({ number, issuedAt: dueAt }) => {
        const anonymous = { payer: '', affiliation: '', due: DUE, dueAt };
        return update('receipt', keys.receipt(uid, number), anonymous, {}, ['bankReference']);
      }),
    ...rows
      .filter(({ bankReference }) => Boolean(bankReference))
      .map((row) => update('payment', itemKey(row), { bankReference: '' })),
  ];
}
