/** A mail to one person. */
export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  /** A whole document. */
  html: string;
  text: string;
}

/**
 * After `in-doubt` nobody knows whether it was sent; the others are certain. `rejected` is about this mail, `sender-rejected`
 * and `quota-used-up` (the day's) about every mail; with `unreached` there was no connection.
 */
export type SendResult =
  | { outcome: 'sent'; messageId: string }
  | {
      outcome: 'throttled' | 'quota-used-up' | 'rejected' | 'sender-rejected' | 'unreached' | 'in-doubt';
      reason: string;
    };

export interface Mailer {
  send(mail: OutgoingMail): Promise<SendResult>;
}

/** A campaign's mail to one member. */
export interface OutgoingDelivery {
  mailId: string;
  to: string;
  subject: string;
  /** A whole document. */
  html: string;
  text: string;
  /** The address for one-click unsubscribing (RFC 8058). */
  unsubscribe: string;
}

/** What all deliveries of a campaign share, composed once. */
export interface MimeTemplate {
  /** The size of the encoded attachments. */
  bytes: number;
  send(delivery: OutgoingDelivery): Promise<SendResult>;
}

export interface CampaignSender {
  /** The number of mails per second that the account may send. */
  maxPerSecond(): Promise<number>;
  prepareTemplate(
    files: readonly { name: string; contentType: string; bytes: Uint8Array }[],
  ): Promise<MimeTemplate>;
}
