/**
 * What a report of a payment makes, whoever sends it: the webhook, the reconciliation for what others have missed, or the
 * member's page (`confirm-payment.ts`).
 */

import type { ReviewReason } from '#shared/choices';
import { hongKongDate } from '#shared/hong-kong';
import { nextTerm, validUntil } from '#shared/membership-periods';
import { feeReceivedMail, overpaymentMail } from '../mail/transactional/messages/membership.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import { findMember, findUidByPaymentReference } from '../members/repository.ts';
import { setMembershipWrite } from '../members/write-repository.ts';
import { insertTermWrite } from '../memberships/repository.ts';
import { extendedBy } from '../memberships/term.ts';
import type { ChangeContext, Context } from '../platform/context.ts';
import type { Checkout } from '../platform/payment-provider.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { TableWrite } from '../platform/table/table.ts';
import { DomainError } from '../shared/domain-error.ts';
import {
  createPaidTerm,
  type FeePayment,
  type Payment,
  type PaymentRules,
  validateCheckout,
} from './payment.ts';
import {
  changeRefundWrite,
  findLastReceiptSerial,
  findPayment,
  findReceipt,
  insertPaymentWrite,
  insertReceiptWrite,
  insertRefundWrite,
  refundReceiptWrite,
  reserveReceiptSerialsWrite,
  reviewPaymentWrite,
} from './repository.ts';

/** The payment provider and the fees that are paid there. The operator's command line has neither. */
export interface PaymentSetup extends Pick<Context, 'loadProvider'> {
  paymentRules: PaymentRules;
}

export type FulfilmentContext = PaymentSetup &
  Pick<Context, 'table' | 'now' | 'randomBytes' | 'sleep' | 'log'>;

/**
 * Handles a webhook of the provider with the same fulfilment, which makes a repeated event harmless: the provider is asked
 * again, and its payment is recorded already.
 * @throws `webhook-signature-invalid`, `payment-provider-unreachable`
 */
export async function handlePaymentEvent(
  context: FulfilmentContext,
  body: string,
  signature: string,
): Promise<void> {
  const provider = await context.loadProvider();
  const event = await provider.verifyEvent(body, signature, context.now());
  if (event === undefined) throw new DomainError('webhook-signature-invalid');
  if (event.checkout === undefined) return;
  const checkout = await provider.findCheckout(event.checkout);
  const fulfilment = checkout && (await fulfilPayment(context, checkout));
  context.log({ level: 'info', event: 'payment-event-handled', id: event.id, fulfilment });
}

/** How far back to look for payments without an event. */
const LOOKBACK_DAYS = 31;

export const lookbackStart = (now: Date): Date => new Date(now.getTime() - LOOKBACK_DAYS * 86_400_000);

/** Catches up with payments that both the webhook and the member's Confirm have missed. */
export async function reconcilePayments(context: FulfilmentContext) {
  const counts: Partial<Record<FulfilmentResult | 'failed', number>> = {};
  try {
    const provider = await context.loadProvider();
    for await (const checkout of provider.listPaidCheckouts(lookbackStart(context.now()))) {
      const result = await fulfilPayment(context, checkout).catch((cause: unknown) => {
        context.log({ level: 'error', event: 'payment-failed', paymentId: checkout.paymentId, cause });
        return 'failed' as const;
      });
      counts[result] = (counts[result] ?? 0) + 1;
    }
  } catch (cause) {
    context.log({ level: 'error', event: 'payment-provider-unreachable', ...counts, cause });
    return counts;
  }
  context.log({ level: 'info', event: 'payments-reconciled', ...counts });
  return counts;
}

/** `unpaid` is not recorded: the money may still come. For a payment that needs a review, the reason. */
type FulfilmentResult = 'fulfilled' | 'already-recorded' | 'unpaid' | ReviewReason;

/**
 * Turns a paid checkout into one term, however often it is called and by whichever part.
 * @throws `payment-provider-unreachable`
 */
export async function fulfilPayment(
  context: FulfilmentContext,
  checkout: Checkout,
): Promise<FulfilmentResult> {
  const { paymentId } = checkout;
  if (!checkout.paid) return 'unpaid';
  const recorded = await findPayment(context, paymentId);
  if (recorded) {
    if (hasChanged(recorded, checkout)) await recordRefundOrDispute(context, paymentId);
    return 'already-recorded';
  }

  // Only the reference names the payer: anybody can type anybody's email address on the hosted page.
  const uid = await findUidByPaymentReference(context, checkout.reference);
  const link = validateCheckout(checkout, context.paymentRules);
  if (typeof link === 'string') return sendToReviewAndLog(context, checkout, link, uid);
  if (uid === undefined) return sendToReviewAndLog(context, checkout, 'unmatched');

  const { outcome } = await commitFulfilment(context, uid, { checkout, type: link.type });
  switch (outcome) {
    case 'fulfilled':
      context.log({ level: 'info', event: 'payment-fulfilled', paymentId, uid });
      return outcome;
    case 'already-recorded':
      return outcome;
    case 'overpayment':
      return sendToReviewAndLog(context, checkout, outcome, uid);
    case 'member-not-found':
      return sendToReviewAndLog(context, checkout, 'unmatched', uid);
  }
}

/** Many members may pay at once: each round of attempts lets at least one of them through. */
const MAX_ATTEMPTS = 60;
/** How often the member may have changed between reading and writing. */
const MAX_MEMBER_CHANGES = 5;
const MAX_PAUSE_MS = 1500;

type CommitResult =
  | { outcome: 'fulfilled'; validUntil: string }
  | { outcome: 'already-recorded' | 'overpayment' | 'member-not-found' };

/**
 * Reads, decides and writes one fulfilment: marker, term, membership, receipt and mail, all or nothing. If the receipt's
 * number was taken or the member changed in between, it reads and decides again. An overpayment is not recorded.
 */
export async function commitFulfilment(
  context: Pick<Context, 'table' | 'now' | 'randomBytes' | 'sleep'>,
  uid: string,
  payment: FeePayment,
  auditWrites: readonly TableWrite[] = [],
): Promise<CommitResult> {
  let memberChanges = 0;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const [member, lastSerial] = await Promise.all([
      findMember(context, uid),
      findLastReceiptSerial(context),
    ]);
    if (!member) return { outcome: 'member-not-found' };
    const period = nextTerm(member.activePeriods, hongKongDate(payment.checkout.paidAt));
    if (!period) return { outcome: 'overpayment' };
    const serial = (lastSerial ?? 0) + 1;
    const { term, receipt } = createPaidTerm(payment, member, period, serial, context.now());
    const membership = extendedBy(member, term);
    const until = validUntil(membership.activePeriods, term);
    const failed = await context.table.commit([
      insertPaymentWrite(payment.checkout, 'fulfilled', uid, receipt.number),
      insertTermWrite(uid, term),
      setMembershipWrite(member, membership),
      reserveReceiptSerialsWrite(lastSerial),
      insertReceiptWrite(receipt, receipt.paidOn),
      ...enqueueMailWrites(feeReceivedMail(context, member, receipt.number, until)),
      ...auditWrites,
    ]);
    const labels = new Set(failed.map(({ label }) => label));
    if (labels.size === 0) return { outcome: 'fulfilled', validUntil: until };
    if (labels.has('payment') || labels.has('term')) return { outcome: 'already-recorded' };
    if (labels.has('member')) memberChanges += 1;
    if (memberChanges > MAX_MEMBER_CHANGES)
      throw new Error(`Member ${uid}: changed under ${memberChanges} attempts to extend the membership`);
    await context.sleep(randomPauseMs(context, attempt));
  }
  throw new Error(`The next receipt number was taken ${MAX_ATTEMPTS} times by others`);
}

export function randomPauseMs({ randomBytes }: Pick<Runtime, 'randomBytes'>, attempt: number): number {
  const [high = 0, low = 0] = randomBytes(2);
  return ((high * 256 + low) / 65_536) * Math.min(10 * 2 ** attempt, MAX_PAUSE_MS);
}

async function sendToReviewAndLog(
  context: Pick<Context, 'table' | 'now' | 'randomBytes' | 'log'>,
  checkout: Checkout,
  reason: ReviewReason,
  uid?: string,
): Promise<FulfilmentResult> {
  if (!(await sendToReview(context, checkout, reason, uid))) return 'already-recorded';
  context.log({ level: 'warn', event: 'payment-needs-review', paymentId: checkout.paymentId, reason, uid });
  return reason;
}

/**
 * Records a payment that extends nothing, for a person to review; false if it is recorded already. The payer of an
 * overpayment gets an email.
 */
export async function sendToReview(
  context: ChangeContext,
  checkout: Checkout,
  reason: ReviewReason,
  uid?: string,
  auditWrites: readonly TableWrite[] = [],
): Promise<boolean> {
  const payer = reason === 'overpayment' && uid !== undefined ? await findMember(context, uid) : undefined;
  const failed = await context.table.commit([
    insertPaymentWrite(checkout, reason, uid),
    reviewPaymentWrite(checkout, reason, uid),
    ...(checkout.refundedMinorUnits > 0 && reason !== 'mode'
      ? [insertRefundWrite(checkout, checkout.refundedMinorUnits, uid, context.now())]
      : []),
    ...(payer ? enqueueMailWrites(overpaymentMail(context, payer, checkout)) : []),
    ...auditWrites,
  ]);
  return failed.length === 0;
}

const isNewlyFlagged = (payment: Payment, { isRefundedOrDisputed }: Checkout): boolean =>
  isRefundedOrDisputed && !payment.isRefundedOrDisputed;

/** Whether the provider has paid something back, or the payment was disputed, since it was last looked at. */
const hasChanged = (payment: Payment, checkout: Checkout): boolean =>
  payment.outcome !== 'mode' &&
  (isNewlyFlagged(payment, checkout) || checkout.refundedMinorUnits !== payment.refundedMinorUnits);

/**
 * What the provider has paid back since the payment was last looked at becomes an entry of the ledger; it is negative if a
 * refund failed. A fulfilled payment is sent to review once. The term stays: a person decides what a refund or a dispute
 * means for the membership.
 *
 * The provider is asked after the row was read, so that what it says is never older than the row: several parts look at a
 * payment at the same time, some with what they were told a while ago.
 * @throws `payment-provider-unreachable`
 */
async function recordRefundOrDispute(
  context: Pick<Context, 'table' | 'loadProvider' | 'now' | 'randomBytes' | 'sleep' | 'log'>,
  paymentId: string,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const payment = await findPayment(context, paymentId);
    const checkout = await (await context.loadProvider()).findCheckout({ paymentId });
    if (!payment || !checkout || !hasChanged(payment, checkout)) return;
    const isForReview = isNewlyFlagged(payment, checkout) && payment.outcome === 'fulfilled';
    const failed = await context.table.commit(await refundWrites(context, payment, checkout, isForReview));
    if (failed.length === 0) {
      if (isForReview) context.log({ level: 'warn', event: 'payment-refunded-or-disputed', paymentId });
      return;
    }
    await context.sleep(randomPauseMs(context, attempt));
  }
  throw new Error(`Payment ${paymentId}: changed under ${MAX_ATTEMPTS} attempts to record a refund`);
}

async function refundWrites(
  context: Pick<Context, 'table' | 'now'>,
  payment: Payment,
  checkout: Checkout,
  isForReview: boolean,
): Promise<TableWrite[]> {
  const { uid, receipt: number } = payment;
  const { receipt } =
    (uid === undefined || number === undefined ? undefined : await findReceipt(context, uid, number)) ?? {};
  const { refundedMinorUnits } = checkout;
  const refunded = refundedMinorUnits - payment.refundedMinorUnits;
  // A payment that was flagged once stays flagged, so that it is sent to review once.
  const isRefundedOrDisputed = payment.isRefundedOrDisputed || checkout.isRefundedOrDisputed;
  const changed = { isRefundedOrDisputed, refundedMinorUnits };
  return [
    changeRefundWrite(payment, changed),
    ...(isForReview ? [reviewPaymentWrite({ ...payment, ...changed }, 'refunded-or-disputed', uid)] : []),
    ...(refunded === 0 ? [] : [insertRefundWrite(payment, refunded, uid, context.now(), receipt)]),
    ...(receipt ? [refundReceiptWrite(receipt, refundedMinorUnits)] : []),
  ];
}
