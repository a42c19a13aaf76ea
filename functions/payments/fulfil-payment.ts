import type { ReviewReason } from '#shared/choices';
import { validUntil } from '#shared/membership-periods';
import type { AuditLog } from '../audit/repository.ts';
import type { TransactionalMailQueue } from '../mail/transactional/enqueue-repository.ts';
import { overpaymentMail } from '../mail/transactional/messages/membership.ts';
import type { MemberDirectory } from '../members/directory.ts';
import type { Member } from '../members/member.ts';
import type { Members } from '../members/repository.ts';
import type { Terms } from '../memberships/repository.ts';
import { DeadlineExceeded, withinShare } from '../platform/deadline.ts';
import type { Checkout, PaymentProvider } from '../platform/payment-provider.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Table, TableWrite } from '../platform/table/table.ts';
import { DomainError } from '../shared/domain-error.ts';
import {
  decideFulfilment,
  type FeePayment,
  LOOKBACK_DAYS,
  type Payment,
  type PaymentForReview,
  type PaymentRules,
  validateCheckout,
} from './payment.ts';
import type { Payments } from './payment-repository.ts';
import type { Receipts } from './receipt-repository.ts';

export interface PaymentsDeps extends Runtime {
  table: Pick<Table, 'commit'>;
  members: Members;
  terms: Terms;
  payments: Payments;
  receipts: Receipts;
  mailQueue: TransactionalMailQueue;
  audit: AuditLog;
  directory: MemberDirectory;
}

/** The payment provider and the fees that are paid there. The operator's command line has neither. */
export interface PaymentSetup {
  provider: PaymentProvider;
  paymentRules: PaymentRules;
}

type FulfilmentDeps = PaymentsDeps &
  Pick<PaymentSetup, 'paymentRules'> & { provider: Pick<PaymentProvider, 'findCheckout'> };

/** Many members may pay at once: each round of attempts lets at least one of them through. */
const MAX_ATTEMPTS = 60;
/** How often the member may have changed between reading and writing. */
const MAX_MEMBER_CHANGES = 5;
const MAX_PAUSE_MS = 1500;

export type CommitResult =
  | { outcome: 'fulfilled'; validUntil: string }
  | { outcome: 'already-recorded' | 'overpayment' | 'member-not-found' };

/**
 * Reads, decides and writes one fulfilment: marker, term, membership, receipt and mail, all or nothing. If the receipt's
 * number was taken or the member changed in between, it reads and decides again. An overpayment is not recorded.
 */
export async function commitFulfilment(
  deps: PaymentsDeps,
  uid: string,
  payment: FeePayment,
  auditWrites: readonly TableWrite[] = [],
): Promise<CommitResult> {
  let memberChanges = 0;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const [member, lastSerial] = await Promise.all([
      deps.members.findMember(uid),
      deps.receipts.lastSerial(),
    ]);
    if (!member) return { outcome: 'member-not-found' };
    const decision = decideFulfilment(deps, payment, member, lastSerial);
    if (decision.outcome === 'overpayment') return decision;
    const { term, membership, receipt, mail } = decision;
    const failed = await deps.table.commit([
      deps.payments.insertWrite(payment.checkout, 'fulfilled', uid, receipt.number),
      deps.terms.insertWrite(uid, term),
      deps.members.setMembershipWrite(member, membership),
      deps.receipts.reserveSerialsWrite(lastSerial),
      deps.receipts.insertWrite(receipt),
      ...deps.mailQueue.enqueueWrites(mail),
      ...auditWrites,
    ]);
    const labels = new Set(failed.map(({ label }) => label));
    if (labels.size === 0)
      return { outcome: 'fulfilled', validUntil: validUntil(membership.activePeriods, term) };
    if (labels.has('payment') || labels.has('term')) return { outcome: 'already-recorded' };
    if (labels.has('member')) memberChanges += 1;
    if (memberChanges > MAX_MEMBER_CHANGES)
      throw new Error(`Member ${uid}: changed under ${memberChanges} attempts to extend the membership`);
    await deps.sleep(randomPauseMs(deps, attempt));
  }
  throw new Error(`The next receipt number was taken ${MAX_ATTEMPTS} times by others`);
}

export function randomPauseMs({ randomBytes }: Pick<Runtime, 'randomBytes'>, attempt: number): number {
  const [high = 0, low = 0] = randomBytes(2);
  return ((high * 256 + low) / 65_536) * Math.min(10 * 2 ** attempt, MAX_PAUSE_MS);
}

/** `unpaid` is not recorded: the money may still come. */
export type FulfilmentResult =
  | 'fulfilled'
  | 'already-recorded'
  | 'overpayment'
  | 'unmatched'
  | 'invalid'
  | 'unpaid';

/**
 * Turns a paid checkout into one term, however often it is called and by whichever part.
 * @throws `payment-provider-unreachable`
 */
export async function fulfilPayment(deps: FulfilmentDeps, checkout: Checkout): Promise<FulfilmentResult> {
  const { paymentId } = checkout;
  if (!checkout.paid) return 'unpaid';
  const recorded = await deps.payments.findPayment(paymentId);
  if (recorded) {
    if (hasChanged(recorded, checkout)) await recordRefundOrDispute(deps, paymentId);
    return 'already-recorded';
  }

  // Only the reference names the payer: anybody can type anybody's email address on the hosted page.
  const uid = await deps.members.findUidByPaymentReference(checkout.reference);
  const link = validateCheckout(checkout, deps.paymentRules);
  if (typeof link === 'string') return sendToReviewAndLog(deps, 'invalid', checkout, link, uid);
  if (uid === undefined) return sendToReviewAndLog(deps, 'unmatched', checkout, 'unmatched');

  const payment: FeePayment = { checkout, type: link.type, accessMethod: 'online-payment' };
  const { outcome } = await commitFulfilment(deps, uid, payment);
  switch (outcome) {
    case 'fulfilled':
      deps.log({ level: 'info', event: 'payment-fulfilled', paymentId, uid });
      return 'fulfilled';
    case 'already-recorded':
      return 'already-recorded';
    case 'overpayment':
      return sendToReviewAndLog(deps, 'overpayment', checkout, 'overpayment', uid);
    case 'member-not-found':
      return sendToReviewAndLog(deps, 'unmatched', checkout, 'unmatched', uid);
  }
}

async function sendToReviewAndLog(
  deps: PaymentsDeps,
  result: FulfilmentResult,
  checkout: Checkout,
  reason: ReviewReason,
  uid?: string,
): Promise<FulfilmentResult> {
  if (!(await sendToReview(deps, checkout, reason, uid))) return 'already-recorded';
  deps.log({ level: 'warn', event: 'payment-needs-review', paymentId: checkout.paymentId, reason, uid });
  return result;
}

/**
 * Records a payment that extends nothing, for a person to review; false if it is recorded already. The payer of an
 * overpayment gets an email.
 */
export async function sendToReview(
  deps: PaymentsDeps,
  checkout: Checkout,
  reason: ReviewReason,
  uid?: string,
  auditWrites: readonly TableWrite[] = [],
): Promise<boolean> {
  const payer =
    reason === 'overpayment' && uid !== undefined ? await deps.members.findMember(uid) : undefined;
  const failed = await deps.table.commit([
    deps.payments.insertWrite(checkout, reason, uid),
    deps.payments.reviewWrite(checkout, reason, uid),
    ...(checkout.refundedMinorUnits > 0 && reason !== 'mode'
      ? [
          deps.payments.refundWrite(checkout, checkout.refundedMinorUnits, {
            uid,
            receipt: undefined,
            now: deps.now(),
          }),
        ]
      : []),
    ...(payer ? deps.mailQueue.enqueueWrites(overpaymentMail(deps, payer, checkout)) : []),
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
async function recordRefundOrDispute(deps: FulfilmentDeps, paymentId: string): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const payment = await deps.payments.findPayment(paymentId);
    const checkout = await findCheckoutOrThrow(deps, { paymentId });
    if (!payment || !checkout || !hasChanged(payment, checkout)) return;
    const isForReview = isNewlyFlagged(payment, checkout) && payment.outcome === 'fulfilled';
    const failed = await deps.table.commit(await refundWrites(deps, payment, checkout, isForReview));
    if (failed.length === 0) {
      if (isForReview) deps.log({ level: 'warn', event: 'payment-refunded-or-disputed', paymentId });
      return;
    }
    await deps.sleep(randomPauseMs(deps, attempt));
  }
  throw new Error(`Payment ${paymentId}: changed under ${MAX_ATTEMPTS} attempts to record a refund`);
}

async function refundWrites(
  { now, payments, receipts }: PaymentsDeps,
  payment: Payment,
  checkout: Checkout,
  isForReview: boolean,
): Promise<TableWrite[]> {
  const { uid, receipt: number } = payment;
  const { receipt } =
    (uid === undefined || number === undefined ? undefined : await receipts.findReceipt(uid, number)) ?? {};
  const { refundedMinorUnits } = checkout;
  const refunded = refundedMinorUnits - payment.refundedMinorUnits;
  // A payment that was flagged once stays flagged, so that it is sent to review once.
  const isRefundedOrDisputed = payment.isRefundedOrDisputed || checkout.isRefundedOrDisputed;
  const changed = { isRefundedOrDisputed, refundedMinorUnits };
  return [
    payments.changeRefundWrite(payment, changed),
    ...(isForReview ? [payments.reviewWrite({ ...payment, ...changed }, 'refunded-or-disputed', uid)] : []),
    ...(refunded === 0 ? [] : [payments.refundWrite(payment, refunded, { uid, receipt, now: now() })]),
    ...(receipt ? [receipts.refundWrite(receipt, refundedMinorUnits)] : []),
  ];
}

/** @throws `payment-provider-unreachable` */
async function findCheckoutOrThrow(
  { provider }: { provider: Pick<PaymentProvider, 'findCheckout'> },
  wanted: Parameters<PaymentProvider['findCheckout']>[0],
): Promise<Checkout | undefined> {
  const checkout = await provider.findCheckout(wanted);
  if (checkout && 'unreachable' in checkout)
    throw new DomainError('payment-provider-unreachable', { cause: checkout.cause });
  return checkout;
}

const lookbackStart = (now: Date): Date => new Date(now.getTime() - LOOKBACK_DAYS * 86_400_000);

/** `needs-review`: the money has arrived, and a person looks at it. */
type ConfirmationResult =
  | 'confirmed'
  | 'being-recorded'
  | 'processing'
  | 'needs-review'
  | 'not-found'
  | 'unreachable';

export interface Confirmation {
  /**
   * `being-recorded` for a paid one whose recording takes longer than the call, `confirmed` if a payment extended the membership just now, `needs-review` if one has just turned out not to;
   * otherwise the outcome of the latest payment.
   */
  result: ConfirmationResult;
  /** The member's payments that a person still has to look at, whatever the result. */
  underReview: PaymentForReview[];
}

const SHARE_FOR_RECORDING = 0.8;

/** Where hundreds pay at once, each waits for its receipt's number, some of them longer than a call may take. */
const fulfilInTime = (deps: FulfilmentDeps, checkout: Checkout) =>
  withinShare(SHARE_FOR_RECORDING, () => fulfilPayment(deps, checkout)).catch((cause: unknown) => {
    if (checkout.paid && cause instanceof DeadlineExceeded) return 'being-recorded' as const;
    throw cause;
  });

/** Fulfils this member's recent payments. */
export async function confirmPayment(
  deps: PaymentsDeps & PaymentSetup,
  { uid, paymentReference }: Pick<Member, 'uid' | 'paymentReference'>,
): Promise<Confirmation> {
  const found: { result: ConfirmationResult; isNew: boolean; paidAt: Date }[] = [];
  let isUnreachable = false;
  const since = lookbackStart(deps.now());
  for await (const checkout of deps.provider.listMemberCheckouts(paymentReference, since)) {
    if ('unreachable' in checkout) {
      deps.log({ level: 'warn', event: 'payment-provider-unreachable', uid, cause: checkout.cause });
      isUnreachable = true;
      continue;
    }
    const { paymentId, paidAt } = checkout;
    const fulfilment = await fulfilInTime(deps, checkout);
    // The webhook, the next check or the nightly run records it.
    if (fulfilment === 'being-recorded') return { result: fulfilment, underReview: [] };
    if (fulfilment === 'unpaid') found.push({ result: 'processing', isNew: false, paidAt });
    else if (fulfilment === 'fulfilled') found.push({ result: 'confirmed', isNew: true, paidAt });
    else {
      const payment = await deps.payments.findPayment(paymentId);
      const result = payment?.outcome === 'fulfilled' ? 'confirmed' : 'needs-review';
      found.push({ result, isNew: fulfilment !== 'already-recorded', paidAt });
    }
  }
  const underReview = await deps.payments.listForReview(uid);
  // Once a payment is resolved, nothing more is said about it.
  const [first] = found
    .filter(({ result }) => result !== 'needs-review' || underReview.length > 0)
    .toSorted((a, b) => newsRank(b) - newsRank(a) || b.paidAt.getTime() - a.paidAt.getTime());
  return { result: first?.result ?? (isUnreachable ? 'unreachable' : 'not-found'), underReview };
}

const newsRank = ({ result, isNew }: { result: ConfirmationResult; isNew: boolean }): number =>
  isNew ? (result === 'confirmed' ? 2 : 1) : 0;

/**
 * Handles a webhook of the provider with the same fulfilment. An event is marked after it was handled: if it fails in
 * between and is repeated, its payment is already fulfilled.
 * @throws `webhook-signature-invalid`, `payment-provider-unreachable`
 */
export async function handlePaymentEvent(
  deps: PaymentsDeps & PaymentSetup,
  body: string,
  signature: string,
): Promise<void> {
  const { now, provider, payments, log } = deps;
  const event = await provider.verifyEvent(body, signature, now());
  if (event === undefined) throw new DomainError('webhook-signature-invalid');
  if (event.checkout === undefined || (await payments.isEventHandled(event.id))) return;
  const checkout = await findCheckoutOrThrow(deps, event.checkout);
  const fulfilment = checkout && (await fulfilPayment(deps, checkout));
  await payments.markEventHandled(event.id, now());
  log({ level: 'info', event: 'payment-event-handled', id: event.id, fulfilment });
}

/** Catches up with payments that both the webhook and the member's Confirm have missed. */
export async function reconcilePayments(
  deps: PaymentsDeps & PaymentSetup,
): Promise<Map<FulfilmentResult | 'failed', number>> {
  const counts = new Map<FulfilmentResult | 'failed', number>();
  const count = (result: FulfilmentResult | 'failed') => counts.set(result, (counts.get(result) ?? 0) + 1);
  try {
    for await (const checkout of deps.provider.listPaidCheckouts(lookbackStart(deps.now()))) {
      try {
        count(await fulfilPayment(deps, checkout));
      } catch (cause) {
        count('failed');
        deps.log({ level: 'error', event: 'payment-failed', paymentId: checkout.paymentId, cause });
      }
    }
  } catch (cause) {
    const soFar = Object.fromEntries(counts);
    deps.log({ level: 'error', event: 'payment-provider-unreachable', ...soFar, cause });
    return counts;
  }
  deps.log({ level: 'info', event: 'payments-reconciled', ...Object.fromEntries(counts) });
  return counts;
}
