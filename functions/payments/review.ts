import { type Actor, createAuditEntry } from '../audit/audit.ts';
import { commitWithEntry, recordEntry } from '../audit/repository.ts';
import type { ChangeContext } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { PaymentForReview } from './payment.ts';
import { findPayment, findPaymentReview, listPaymentReviews, resolvePaymentWrites } from './repository.ts';

/** Payments not yet resolved, the oldest first. Each view is recorded in the audit log. */
export async function listPaymentsForReview(
  context: ChangeContext,
  actor: Actor,
): Promise<PaymentForReview[]> {
  const payments = await listPaymentReviews(context);
  const details = { found: String(payments.length) };
  await recordEntry(context, { actor, action: 'view-payments-for-review', details });
  return payments;
}

/** Takes a payment off the list for good, with a note of what was done. @throws `payment-not-in-review` */
export async function resolvePayment(
  context: ChangeContext,
  actor: Actor,
  paymentId: string,
  reason: string,
): Promise<void> {
  const recorded = await findPayment(context, paymentId);
  const payment = recorded && (await findPaymentReview(context, recorded));
  if (!payment) throw new DomainError('payment-not-in-review');
  const entry = createAuditEntry(context, {
    actor,
    action: 'resolve-payment',
    about: payment.uid,
    reason,
    details: { payment: paymentId, reviewReason: payment.outcome },
  });
  const failed = await commitWithEntry(context, entry, resolvePaymentWrites(payment, entry));
  if (failed.length > 0) throw new DomainError('payment-not-in-review');
}
