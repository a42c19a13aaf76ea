import type { ReviewReason } from '#shared/choices';
import { type Actor, type AuditEntry, createAuditEntry } from '../audit/audit.ts';
import type { AuditLog } from '../audit/repository.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { Checkout } from './payment.ts';

/** A payment that a person has to look at. */
export interface SetAside extends Checkout {
  reason: ReviewReason;
  /** Whose it is, where that is known. */
  uid?: string | undefined;
}

/** The treasurer's list. */
export interface Treasury {
  /** What nobody has dealt with yet, the oldest payment first. */
  open(): Promise<SetAside[]>;
  find(paymentId: string): Promise<SetAside | undefined>;
  /** Off the list, with an entry in the log that says what was done; false where it is no longer on it. */
  settle(payment: SetAside, entry: AuditEntry): Promise<boolean>;
}

export type TreasuryDeps = Pick<Runtime, 'now' | 'randomBytes'> & { treasury: Treasury; audit: AuditLog };

/** The list, by payment; who looked is written down. */
export async function listPaymentsForReview(deps: TreasuryDeps, actor: Actor): Promise<SetAside[]> {
  const open = await deps.treasury.open();
  const details = { found: String(open.length) };
  await deps.audit.writeEntry(createAuditEntry(deps, { actor, action: 'view-payments-for-review', details }));
  return open;
}

/** Takes a payment off the list for good; refuses with `payment-not-in-review`. */
export async function resolvePayment(
  deps: Omit<TreasuryDeps, 'audit'>,
  actor: Actor,
  paymentId: string,
  reason: string,
): Promise<void> {
  const payment = await deps.treasury.find(paymentId);
  if (!payment) throw new DomainError('payment-not-in-review');
  const details = { payment: paymentId, why: payment.reason };
  const act = { actor, action: 'resolve-payment', about: payment.uid, reason, details } as const;
  if (!(await deps.treasury.settle(payment, createAuditEntry(deps, act))))
    throw new DomainError('payment-not-in-review');
}
