import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type Mail from 'nodemailer/lib/mailer/index.js';
import MimeNode from 'nodemailer/lib/mime-node/index.js';
import type { MailAttachment, OutgoingDelivery, OutgoingMail } from './mailer.ts';

interface Sender {
  from: string;
  replyTo?: string | undefined;
}

/** The MIME of one mail. */
const compose = (
  { to, subject, html, text }: OutgoingMail,
  sender: Sender,
  headers: Mail.Headers,
  attachments: readonly Buffer[] = [],
): Promise<Buffer> =>
  new MailComposer({
    ...sender,
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: attachments.map((raw) => ({ raw })),
    headers,
  })
    .compile()
    .build();

export const composeMail = (mail: OutgoingMail, sender: Sender): Promise<Buffer> =>
  compose(mail, sender, { 'X-AG-Mail': mail.id, 'Auto-Submitted': 'auto-generated' });

/** Encodes the files once, so that each mail only encodes its own text and headers. */
export async function composeTemplate(files: readonly MailAttachment[], sender: Sender) {
  const parts = await Promise.all(
    files.map(({ name, contentType, bytes }) =>
      // As a part of a mail: a node by itself begins with the headers of a whole one.
      new MimeNode('multipart/mixed')
        .createChild(contentType, { filename: name })
        .setHeader({ 'Content-Transfer-Encoding': 'base64', 'Content-Disposition': 'attachment' })
        .setContent(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
        .build(),
    ),
  );
  return {
    bytes: parts.reduce((sum, { length }) => sum + length, 0),
    compose: (mail: OutgoingDelivery): Promise<Buffer> => {
      const unsubscribe = { prepared: true, value: `<${mail.unsubscribe}>` };
      const headers = {
        'X-AG-Mail': mail.id,
        'List-Unsubscribe': unsubscribe,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
      return compose(mail, sender, headers, parts);
    },
  };
}
