import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import MimeNode from 'nodemailer/lib/mime-node/index.js';
import type { OutgoingDelivery, OutgoingMail } from './mailer.ts';

interface Sender {
  from: string;
  replyTo?: string | undefined;
}

/** The MIME of one mail. */
export const composeMail = ({ id, to, subject, html, text }: OutgoingMail, sender: Sender): Promise<Buffer> =>
  new MailComposer({
    ...sender,
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: { 'X-AG-Mail': id, 'Auto-Submitted': 'auto-generated' },
  })
    .compile()
    .build();

/** Encodes the files once, so that each mail only encodes its own text and headers. */
export async function composeTemplate(
  files: readonly { name: string; contentType: string; bytes: Uint8Array }[],
  sender: Sender,
): Promise<{ bytes: number; compose: (delivery: OutgoingDelivery) => Promise<Buffer> }> {
  const parts = await Promise.all(
    files.map(({ name, contentType, bytes }) =>
      new MimeNode(contentType, { filename: name })
        .setHeader({
          'Content-Transfer-Encoding': 'base64',
          'Content-Disposition': 'attachment',
        })
        .setContent(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
        .build()
        .then(withoutMailHeaders),
    ),
  );
  return {
    bytes: parts.reduce((sum, { length }) => sum + length, 0),
    compose: ({ mailId, to, subject, html, text, unsubscribe }) =>
      new MailComposer({
        ...sender,
        to: { name: '', address: to },
        subject,
        html,
        text,
        attachments: parts.map((raw) => ({ raw })),
        headers: {
          'X-AG-Mail': mailId,
          'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      })
        .compile()
        .build(),
  };
}

/** Strips the headers of a whole mail, with which a part that was built by itself begins. */
function withoutMailHeaders(part: Buffer): Buffer {
  const end = part.indexOf('\r\n\r\n');
  const headers = part
    .subarray(0, end)
    .toString('latin1')
    .replace(/\r\n(?=[ \t])/g, '\n')
    .split('\r\n')
    .filter((line) => /^content-/i.test(line))
    .map((line) => line.replace(/\n/g, '\r\n'));
  return Buffer.concat([Buffer.from(headers.join('\r\n'), 'latin1'), part.subarray(end)]);
}
