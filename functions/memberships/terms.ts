import type { ReviewReason } from '#shared/choices';
import type { AuditEntry } from '../audit/audit.ts';
import type { MemberSummary } from '../members/member.ts';
import type { Checkout } from '../payments/payment.ts';
import type { Paper } from '../payments/receipt.ts';
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
  /** With a receipt, whose number the term then carries. */
  paper?: Paper;
}

/** Fulfilled, or why it extends nothing. */
export type PaymentOutcome = ReviewReason | 'fulfilled';

export interface Terms {
  /** A member's records, the latest end first. */
  of(uid: string): Promise<Term[]>;
  holder(uid: string): Promise<MemberSummary | undefined>;
  uidOf(paymentReference: string): Promise<string | undefined>;
  /** What became of a payment; undefined before anything has. */
  outcomeOf(paymentId: string): Promise<PaymentOutcome | undefined>;
  /**
   * The payment's marker, the term, the member's expiry, and receipt and notice under the next number, all or nothing.
   * `known`: this payment or term is there already. `changed`: the member's expiry no longer is what was seen.
   */
  add(extension: Extension): Promise<'added' | 'known' | 'changed'>;
  /** The payment's marker, a row of the treasurer's list, and the entry where a person did it. */
  setAside(
    payment: Checkout,
    reason: ReviewReason,
    uid?: string,
    entry?: AuditEntry,
  ): Promise<'added' | 'known'>;
  /** Puts a fulfilled payment that was taken back since on the treasurer's list; false where it is there already. */
  flagRefundOrDispute(paymentId: string): Promise<boolean>;
}
