/** A mail to one person. */
export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  /** What a list of mails shows behind the subject. */
  preheader: string;
  /** Plain text; the HTML part is made from it. */
  text: string;
}

/**
 * `throttled`, `rejected` and `unreached`, where there was no connection, are certain not to have been taken; after
 * `in-doubt` nobody knows.
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
  /** The address of one-click unsubscribing (RFC 8058). */
  unsubscribe: string;
}

/** What all deliveries of a campaign share, composed once. */
export interface MimeTemplate {
  /** Of the attachments, as they travel. */
  bytes: number;
  /** `beforeSend` is awaited when the mail is ready to leave. */
  send(delivery: OutgoingDelivery, beforeSend: () => Promise<void>): Promise<SendResult>;
}

export interface CampaignSender {
  /** Mails a second that the account may send. */
  maxPerSecond(): Promise<number>;
  prepareTemplate(
    files: readonly { name: string; contentType: string; bytes: Uint8Array }[],
  ): Promise<MimeTemplate>;
}
