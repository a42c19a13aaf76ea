import { toHex } from '#shared/text';
import type { OutgoingMail } from '../../platform/mailer.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** An email to one person with a code or a notice, written in the transaction of its cause. */
export interface TransactionalMail extends OutgoingMail {
  /** ISO 8601, UTC: the email is not sent before. */
  dueAt: string;
}

/** A mail that this worker alone may send until the lease ends. */
export interface LeasedMail extends TransactionalMail {
  attempt: number;
}

export interface Addressee {
  email: string;
  /** Empty if the person has not given one. */
  firstName: string;
}

export type Account = Addressee & { username: string };

/** Placeholders for the site's address and the contact address; the sender fills them in. */
export const SITE_URL = '{siteUrl}';
export const CONTACT_ADDRESS = '{contactAddress}';

/** An email that is due at once: greeting, paragraphs, and the common ending. */
export function createMail(
  { now, randomBytes }: Runtime,
  { email, firstName }: Addressee,
  { subject, preheader, paragraphs }: { subject: string; preheader: string; paragraphs: string[] },
): TransactionalMail {
  const lines = [
    firstName ? `Hello ${firstName},` : 'Hello,',
    ...paragraphs,
    `Questions? Write to ${CONTACT_ADDRESS}.`,
    `Asia Graphics Association (AG)\n${SITE_URL}`,
  ];
  return {
    id: toHex(randomBytes(16)),
    to: email,
    subject,
    preheader,
    text: lines.join('\n\n'),
    dueAt: now().toISOString(),
  };
}

/** Fills in the placeholders. */
export const fillIn = (
  text: string,
  { siteUrl, contactAddress }: { siteUrl: string; contactAddress: string },
): string => text.replaceAll(SITE_URL, siteUrl).replaceAll(CONTACT_ADDRESS, contactAddress);

export const RESET_AND_WRITE = `reset your password now and write to ${CONTACT_ADDRESS}:\n${SITE_URL}/login?form=forgot`;
