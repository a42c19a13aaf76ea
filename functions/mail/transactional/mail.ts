/** Mail to one person that an event caused: a code, a notice. Written in the transaction of its cause. */
export interface TransactionalMail {
  id: string;
  to: string;
  subject: string;
  /** Plain text, lines of any length. */
  text: string;
  /** ISO 8601, UTC: not sent before. */
  dueAt: string;
}

/** A copy that this worker alone may send until the lease ends. */
export interface LeasedMail extends TransactionalMail {
  attempt: number;
}

export interface TransactionalMailQueue {
  /** Ids of mail with work left that is due, the longest waiting first. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Undefined where another worker holds it, or nothing is left to do. */
  claim(id: string, now: Date, leaseSeconds: number): Promise<LeasedMail | undefined>;
  markSent(mail: LeasedMail, messageId: string, now: Date): Promise<void>;
  markFailed(mail: LeasedMail, reason: string, now: Date): Promise<void>;
  /** Back to pending: the provider took nothing. */
  release(mail: LeasedMail, dueAt: Date): Promise<void>;
}

/**
 * `throttled`, `refused` and `unreached`, where there was no connection, are certain not to have been taken; after
 * `unclear` nobody knows.
 */
export type SendResult =
  | { outcome: 'sent'; messageId: string }
  | { outcome: 'throttled' | 'refused' | 'unreached' | 'unclear'; reason: string };

export interface Mailer {
  send(mail: TransactionalMail): Promise<SendResult>;
}
