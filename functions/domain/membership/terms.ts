import type { AuditEntry } from '../audit/audit.ts';
import type { Checkout, PaymentFault } from './payments.ts';
import type { Term } from './term.ts';

/** A new term of this member, and what the member's expiry was when it was worked out. */
export interface Extension {
  uid: string;
  term: Term;
  activeUntilSeen: string;
  activeUntil: string;
  payment?: Checkout;
  /** Where a person did it. */
  entry?: AuditEntry | undefined;
}

/** Why a payment extends nothing: a person has to look at it. */
export type SetAsideReason = PaymentFault | 'unmatched' | 'surplus';

export interface Terms {
  /** A member's records, the latest end first. */
  of(uid: string): Promise<Term[]>;
  /** The member's expiry as it is at this moment; undefined where there is no such member. */
  activeUntil(uid: string): Promise<string | undefined>;
  uidOf(paymentReference: string): Promise<string | undefined>;
  isRecorded(paymentId: string): Promise<boolean>;
  /**
   * The payment's marker, the term and the member's expiry, all or nothing. `known`: this payment or term is
   * there already. `changed`: the member's expiry no longer is what was seen.
   */
  add(extension: Extension): Promise<'added' | 'known' | 'changed'>;
  /** The payment's marker and a row of the treasurer's list. */
  setAside(payment: Checkout, reason: SetAsideReason, uid?: string): Promise<'added' | 'known'>;
}
