import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import MimeNode from 'nodemailer/lib/mime-node/index.js';
import { escapeHtml } from '#shared/text';
import type { OutgoingDelivery, OutgoingMail } from './mailer.ts';

interface Sender {
  from: string;
  replyTo?: string | undefined;
}

/** The MIME of one mail: its text, and the same in HTML. */
export const composeMail = (
  { id, to, subject, preheader, text }: OutgoingMail,
  sender: Sender,
): Promise<Buffer> =>
  new MailComposer({
    ...sender,
    to: { name: '', address: to },
    subject,
    text,
    html: htmlFromText(text, preheader),
    headers: { 'X-AG-Mail': id, 'Auto-Submitted': 'auto-generated' },
  })
    .compile()
    .build();

/** Paragraphs with their line ends and links. The preheader is the hidden first line: mail programs list it. */
function htmlFromText(text: string, preheader: string): string {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    // Only a line that is nothing but a link becomes one: names and subjects in a text come from other people.
    const lines = paragraph
      .split('\n')
      .map(escapeHtml)
      .map((line) => (/^https?:\/\/\S+$/.test(line) ? `<a href="${line}">${line}</a>` : line));
    return `<p>${lines.join('<br>')}</p>`;
  });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"></head>',
    '<body style="max-width:640px;font:16px/1.5 Helvetica,Arial,sans-serif">',
    `<div style="display:none">${escapeHtml(preheader)}</div>`,
    ...paragraphs,
    '</body></html>',
  ].join('');
}

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
