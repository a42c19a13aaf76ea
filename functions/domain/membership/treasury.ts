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
  /** Takes a payment off the list for good, with what was done about it; false where it is not on it. */
  settle(paymentId: string, done: string, now: Date): Promise<boolean>;
}
