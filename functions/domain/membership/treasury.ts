import type { Ambient } from '../ambient.ts';
import { type AuditEntry, auditEntry, OPERATOR } from '../audit/audit.ts';
import type { Checkout } from './payments.ts';
import type { SetAsideReason } from './terms.ts';

/** A payment that a person has to look at. */
export interface SetAside extends Checkout {
  reason: SetAsideReason;
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

/** For good; false where the payment is not on the list. */
export async function settlePayment(
  needs: Pick<Ambient, 'clock' | 'randomBytes'> & { treasury: Treasury },
  paymentId: string,
  reason: string,
): Promise<boolean> {
  const payment = await needs.treasury.find(paymentId);
  if (!payment) return false;
  const details = { payment: paymentId, why: payment.reason };
  const act = { actor: OPERATOR, action: 'settle-payment', about: payment.uid, reason, details } as const;
  return needs.treasury.settle(payment, auditEntry(needs, act));
}
