import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Attachment } from 'postal-mime';
import * as z from 'zod/mini';
import { loadOnce } from '../../../functions/platform/load-once.ts';
import { makeFolder, readFolder, replaceFile, unlessMissing } from '../disk/files.ts';

/** A mail as the inbox shows it. */
const ReceivedMail = z.object({
  id: z.string(),
  from: z.string(),
  /** The actual recipients, whom the mail's own header need not name. */
  to: z.readonly(z.array(z.string())),
  subject: z.string(),
  /** Empty if the mail has no such part. */
  text: z.string(),
  html: z.string(),
  /** By lower-case name; the values of a repeated header are joined with a comma. */
  headers: z.record(z.string(), z.string()),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), size: z.number() })),
  receivedAt: z.iso.datetime(),
});
export type ReceivedMail = Readonly<z.output<typeof ReceivedMail>>;

/** Loaded with the first email: most starts see none. */
const loadParser = () => import('postal-mime');

/** All sent mails in one folder: `<id>.eml` as received, `<id>.json` as the inbox shows it. */
export class Mailbox {
  readonly #folder: string;
  readonly #clock: () => Date;
  /** Oldest first: a file is named by its time. */
  readonly #mails = loadOnce(async () => {
    await makeFolder(this.#folder);
    return readFolder(ReceivedMail, this.#folder);
  });

  constructor(folder: string, clock: () => Date = () => new Date()) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async keep(raw: Uint8Array, from: string, to: readonly string[]): Promise<ReceivedMail> {
    const mails = await this.#mails();
    const at = this.#clock();
    const id = `${at.getTime().toString(16).padStart(12, '0')}-${randomUUID()}`;
    const mail = { id, from, to, receivedAt: at.toISOString(), ...(await read(raw)) };
    await replaceFile(join(this.#folder, `${id}.eml`), raw);
    await replaceFile(join(this.#folder, `${id}.json`), JSON.stringify(mail, null, 2));
    mails.push(mail);
    return mail;
  }

  /** Newest first. */
  async list(): Promise<ReceivedMail[]> {
    return (await this.#mails()).toReversed();
  }

  async find(id: string): Promise<ReceivedMail | undefined> {
    return (await this.#mails()).find((mail) => mail.id === id);
  }

  /** Undefined if there is none, or if somebody removed the file of the mail. */
  async attachment({ id }: ReceivedMail, index: number): Promise<Buffer<ArrayBuffer> | undefined> {
    const raw = await readFile(join(this.#folder, `${id}.eml`)).catch(unlessMissing);
    const { default: PostalMime } = await loadParser();
    const attachment = raw && (await PostalMime.parse(raw)).attachments[index];
    return attachment && bytesOf(attachment);
  }
}

async function read(raw: Uint8Array): Promise<Omit<ReceivedMail, 'id' | 'from' | 'to' | 'receivedAt'>> {
  const { default: PostalMime, decodeWords } = await loadParser();
  const { subject = '', text = '', html = '', headers, attachments } = await PostalMime.parse(raw);
  const values = Map.groupBy(headers, ({ key }) => key);
  const joined = [...values].map(([key, all]) => [
    key,
    all.map(({ value }) => decodeWords(value)).join(', '),
  ]);
  return {
    subject,
    text,
    html,
    headers: Object.fromEntries(joined),
    attachments: attachments.map((attachment) => ({
      filename: attachment.filename ?? '',
      contentType: attachment.mimeType,
      size: bytesOf(attachment).length,
    })),
  };
}

const bytesOf = ({ content }: Attachment): Buffer<ArrayBuffer> =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));

const styles = readFileSync(new URL('local-pages.css', import.meta.url), 'utf8');

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** An email may have styles and our own images. It runs no script and loads nothing else, and its links open outside the frame. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
const NOTHING_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** Routes under `/_local`: the emails that the product sent, as a page or, where JSON is accepted, as a list. */
export function inboxRoutes(mailbox: Mailbox): Hono {
  const routes = new Hono();
  const onMail = (path: string, reply: (c: Context, mail: ReceivedMail) => Promise<Response | undefined>) =>
    routes.get(path, async (c) => {
      const mail = await mailbox.find(c.req.param('id') ?? '');
      return (mail && (await reply(c, mail))) ?? c.notFound();
    });

  routes.get('/local-pages.css', (c) => c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' }));

  routes.get('/mail', async (c) => {
    const mails = await mailbox.list();
    if (c.req.header('accept') === 'application/json') return c.json(mails);
    return c.html(inboxPage(mails, undefined), 200, policy(PAGE_POLICY));
  });

  onMail('/mail/:id', async (c, mail) =>
    c.html(inboxPage(await mailbox.list(), mail), 200, policy(PAGE_POLICY)),
  );

  onMail('/mail/:id/html', async (c, { html: body }) =>
    c.html(`<base target="_blank">${body}`, 200, policy(MAIL_POLICY)),
  );

  onMail('/mail/:id/attachments/:index{\\d+}', async (c, mail) => {
    const index = Number(c.req.param('index'));
    const content = await mailbox.attachment(mail, index);
    const name = encodeURIComponent(mail.attachments[index]?.filename || 'attachment');
    const headers = {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
    };
    return content && c.body(content, 200, { ...headers, ...policy(NOTHING_POLICY) });
  });

  return routes;
}

const policy = (text: string) => ({ 'content-security-policy': text });

/** The page lists the newest emails; the JSON list has all. */
const SHOWN = 200;

const formatTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
const subjectOf = ({ subject }: ReceivedMail) => subject || '(no subject)';

const inboxPage = (mails: readonly ReceivedMail[], open: ReceivedMail | undefined) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${open ? subjectOf(open) : 'Inbox'}</title>
    <link rel="stylesheet" href="/_local/local-pages.css">
  </head>
  <body class="inbox">
    <header>
      <h1>Inbox</h1>
      <small>${mails.length === 1 ? '1 email' : `${mails.length.toLocaleString('en')} emails`}. None of them left this computer.</small>
      <a href="/_local/mail">Refresh</a>
    </header>
    <nav aria-label="Emails">
      <ol>${mails.slice(0, SHOWN).map(
        (mail) => html`
        <li><a href="/_local/mail/${mail.id}"${mail === open ? html` aria-current="page"` : ''}>
          <span>${subjectOf(mail)}</span>
          <small>${mail.to.join(', ')}</small>
          <small>${formatTime(mail.receivedAt)}</small>
        </a></li>`,
      )}
      </ol>
    </nav>
    <main>${open ? reading(open) : html`<p>${mails.length === 0 ? 'No emails yet' : 'Select an email to read it.'}</p>`}</main>
  </body>
</html>`;

function reading(mail: ReceivedMail) {
  const { from = mail.from } = mail.headers;
  return html`
      <h2>${subjectOf(mail)}</h2>
      <dl>
        <dt>From</dt><dd>${from}</dd>
        <dt>To</dt><dd>${mail.to.join(', ')}</dd>
        <dt>Received</dt><dd>${formatTime(mail.receivedAt)}</dd>
      </dl>
      ${mail.attachments.length > 0 ? attachments(mail) : ''}
      ${
        mail.html === ''
          ? html`<pre>${mail.text}</pre>`
          : html`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="Email" src="/_local/mail/${mail.id}/html"></iframe>
      <details><summary>Plain text</summary><pre>${mail.text}</pre></details>`
      }
      <details><summary>Headers</summary>
        <dl>${Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      </details>`;
}

const attachments = (mail: ReceivedMail) => html`<ul aria-label="Attachments">${mail.attachments.map(
  ({ filename, contentType, size }, index) => html`
        <li><a href="/_local/mail/${mail.id}/attachments/${index}">${filename || 'Unnamed file'}</a> <small>${contentType}, ${size} bytes</small></li>`,
)}
      </ul>`;
