/** A mail to one person. */
export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  /** A whole document. */
  html: string;
  text: string;
}

/** Why SES rejects emails of this sender, whoever they are for; in the `sandbox` it takes those to verified addresses. */
export type SenderProblem =
  | 'unverified-identity'
  | 'sandbox'
  | 'account-paused'
  | 'no-rights'
  | 'configuration-set'
  | 'quota-used-up'
  | 'other';

/**
 * After `in-doubt` nobody knows whether it was sent; the others are certain. `rejected` is about this mail alone and final;
 * with `unreached` there was no connection.
 */
export type SendResult =
  | { outcome: 'sent'; messageId: string }
  | { outcome: 'sender-rejected'; problem: SenderProblem; reason: string }
  | { outcome: 'throttled' | 'rejected' | 'unreached' | 'in-doubt'; reason: string };

export interface Mailer {
  send(mail: OutgoingMail): Promise<SendResult>;
}

/** A campaign's mail to one member. */
export interface OutgoingDelivery extends OutgoingMail {
  /** The address for one-click unsubscribing (RFC 8058). */
  unsubscribe: string;
}

export interface MailAttachment {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

/** What all deliveries of a campaign share, composed once. */
export interface MimeTemplate {
  /** The size of the encoded attachments. */
  bytes: number;
  /** Resolves to what sends it: once. */
  compose(delivery: OutgoingDelivery): Promise<() => Promise<SendResult>>;
}

export interface CampaignSender {
  /** The number of mails per second that the account may send. */
  maxPerSecond(): Promise<number>;
  prepareTemplate(
    files: readonly MailAttachment[],
    /** Where answers go, unless where those to all mails do. */
    replyTo?: string,
  ): Promise<MimeTemplate>;
}
