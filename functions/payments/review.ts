import { type Actor, createAuditEntry } from '../audit/audit.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { PaymentsDeps } from './fulfil-payment.ts';
import type { PaymentForReview } from './payment.ts';

/** Payments not yet resolved, the oldest first. Each view is recorded in the audit log. */
export async function listPaymentsForReview(deps: PaymentsDeps, actor: Actor): Promise<PaymentForReview[]> {
  const payments = await deps.payments.listForReview();
  const details = { found: String(payments.length) };
  await deps.audit.writeEntry(createAuditEntry(deps, { actor, action: 'view-payments-for-review', details }));
  return payments;
}

/** Takes a payment off the list for good, with a note of what was done. @throws `payment-not-in-review` */
export async function resolvePayment(
  deps: PaymentsDeps,
  actor: Actor,
  paymentId: string,
  reason: string,
): Promise<void> {
  const payment = await deps.payments.findForReview(paymentId);
  if (!payment) throw new DomainError('payment-not-in-review');
  const entry = createAuditEntry(deps, {
    actor,
    action: 'resolve-payment',
    about: payment.uid,
    reason,
    details: { payment: paymentId, reviewReason: payment.reason },
  });
  const failed = await deps.table.commit([
    ...deps.payments.resolveWrites(payment, entry),
    ...deps.audit.entryWrites(entry),
  ]);
  if (failed.length > 0) throw new DomainError('payment-not-in-review');
}
