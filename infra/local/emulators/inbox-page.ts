import { html } from 'hono/html';
import type { ReceivedMail } from './mailbox.ts';

/** Newest mails that the page lists; the JSON list has them all. */
const SHOWN = 200;

const moment = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
const subjectOf = ({ subject }: ReceivedMail) => subject || '(no subject)';

export const inboxPage = (
  mails: readonly ReceivedMail[],
  open: ReceivedMail | undefined,
) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${open ? subjectOf(open) : 'Inbox'}</title>
    <link rel="stylesheet" href="/_local/inbox.css">
  </head>
  <body>
    <header>
      <h1>Inbox</h1>
      <small>${mails.length} sent by this machine's product; none has left it</small>
      <a href="/_local/mail">Reload</a>
    </header>
    <nav aria-label="Mails">
      <ol>${mails.slice(0, SHOWN).map(
        (mail) => html`
        <li><a href="/_local/mail/${mail.id}"${mail === open ? html` aria-current="page"` : ''}>
          <span>${subjectOf(mail)}</span>
          <small>${mail.to.join(', ')}</small>
          <small>${moment(mail.receivedAt)}</small>
        </a></li>`,
      )}
      </ol>
    </nav>
    <main>${open ? reading(open) : html`<p>${mails.length === 0 ? 'No mail yet.' : 'Choose a mail.'}</p>`}</main>
  </body>
</html>`;

function reading(mail: ReceivedMail) {
  const { from = mail.from } = mail.headers;
  return html`
      <h2>${subjectOf(mail)}</h2>
      <dl>
        <dt>From</dt><dd>${from}</dd>
        <dt>To</dt><dd>${mail.to.join(', ')}</dd>
        <dt>Received</dt><dd>${moment(mail.receivedAt)}</dd>
      </dl>
      ${mail.attachments.length > 0 ? attachments(mail) : ''}
      ${
        mail.html === ''
          ? html`<pre>${mail.text}</pre>`
          : html`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail" src="/_local/mail/${mail.id}/html"></iframe>
      <details><summary>Plain text</summary><pre>${mail.text}</pre></details>`
      }
      <details><summary>Headers</summary>
        <dl>${Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      </details>
      <p><a href="/_local/mail/${mail.id}/source">Source</a></p>`;
}

const attachments = (mail: ReceivedMail) => html`<ul aria-label="Attachments">${mail.attachments.map(
  ({ filename, contentType, size }, place) => html`
        <li><a href="/_local/mail/${mail.id}/attachments/${place}">${filename || 'unnamed'}</a> <small>${contentType}, ${size} bytes</small></li>`,
)}
      </ul>`;
