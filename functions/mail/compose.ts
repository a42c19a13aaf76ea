import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { ServiceMail } from '../domain/mail/mail.ts';

/** The mail as it goes over the wire, MIME. */
export const compose = ({ id, to, subject, text }: ServiceMail, from: string): Promise<Buffer> =>
  new MailComposer({
    from,
    to: { name: '', address: to },
    subject,
    text,
    headers: { 'X-AG-Mail': id, 'Auto-Submitted': 'auto-generated' },
  })
    .compile()
    .build();
