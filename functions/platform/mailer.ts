/** A mail to one person. */
export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  /** The text that an inbox shows after the subject. */
  preheader: string;
  /** Plain text; the HTML part is made from it. */
  text: string;
}

/**
 * After `throttled`, `rejected` and `unreached` (no connection) the mail was certainly not taken; after `in-doubt` nobody
 * knows.
 */
export type SendResult =
  | { outcome: 'sent'; messageId: string }
  | { outcome: 'throttled' | 'rejected' | 'unreached' | 'in-doubt'; reason: string };

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
interface MimeTemplate {
  /** The size of the encoded attachments. */
  bytes: number;
  /** `beforeSend` is awaited when the mail is ready to be sent. */
  send(delivery: OutgoingDelivery, beforeSend: () => Promise<void>): Promise<SendResult>;
}

export interface CampaignSender {
  /** The number of mails per second that the account may send. */
  maxPerSecond(): Promise<number>;
  prepareTemplate(
    files: readonly { name: string; contentType: string; bytes: Uint8Array }[],
  ): Promise<MimeTemplate>;
}
