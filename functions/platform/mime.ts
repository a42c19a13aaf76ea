import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import MimeNode from 'nodemailer/lib/mime-node/index.js';
import type { OutgoingDelivery } from '../mail/campaigns/campaign-queue.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';

/** The mail as it goes over the wire, MIME. */
export const compose = ({ id, to, subject, text }: TransactionalMail, from: string): Promise<Buffer> =>
  new MailComposer({
    from,
    to: { name: '', address: to },
    subject,
    text,
    headers: { 'X-AG-Mail': id, 'Auto-Submitted': 'auto-generated' },
  })
    .compile()
    .build();

/** Encodes the files once; each copy then costs its own words and headers. */
export async function composeCopies(
  files: readonly { name: string; contentType: string; bytes: Uint8Array }[],
  from: string,
): Promise<{ bytes: number; copy: (copy: OutgoingDelivery) => Promise<Buffer> }> {
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
    copy: ({ mailId, to, subject, html, text, unsubscribe }) =>
      new MailComposer({
        from,
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

/** A part that was built by itself has taken itself for a whole mail. */
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
