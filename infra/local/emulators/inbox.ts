import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { inboxPage } from './inbox-page.ts';
import type { Mailbox } from './mailbox.ts';

const styles = readFileSync(new URL('inbox.css', import.meta.url), 'utf8');

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A mail may style itself and show pictures of ours; it runs no script, loads nothing else, and its links open elsewhere. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
const NOTHING_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** Below `/_local`: the mails that the product sent, as a page and, for who accepts JSON, as a list. */
export function inboxRoutes(mailbox: Mailbox): Hono {
  const routes = new Hono();
  const found = async (c: Context) => mailbox.find(c.req.param('id') ?? '');

  routes.get('/inbox.css', (c) => c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' }));

  routes.get('/mail', async (c) => {
    const mails = await mailbox.list();
    const wanted = accepts(c, {
      header: 'Accept',
      supports: ['text/html', 'application/json'],
      default: 'text/html',
    });
    if (wanted === 'application/json') return c.json(mails);
    c.header('Content-Security-Policy', PAGE_POLICY);
    return c.html(inboxPage(mails, undefined));
  });

  routes.get('/mail/:id', async (c) => {
    const mail = await found(c);
    if (mail === undefined) return c.notFound();
    c.header('Content-Security-Policy', PAGE_POLICY);
    return c.html(inboxPage(await mailbox.list(), mail));
  });

  routes.get('/mail/:id/html', async (c) => {
    const mail = await found(c);
    if (mail === undefined) return c.notFound();
    c.header('Content-Security-Policy', MAIL_POLICY);
    return c.html(`<base target="_blank">${mail.html}`);
  });

  routes.get('/mail/:id/source', async (c) => {
    const mail = await found(c);
    const source = mail && (await mailbox.source(mail));
    if (source === undefined) return c.notFound();
    c.header('Content-Security-Policy', NOTHING_POLICY);
    return c.body(new Uint8Array(source), 200, {
      'content-type': 'text/plain; charset=utf-8',
    });
  });

  routes.get('/mail/:id/attachments/:place{\\d+}', async (c) => {
    const mail = await found(c);
    const place = Number(c.req.param('place'));
    const content = mail && (await mailbox.attachment(mail, place));
    if (content === undefined) return c.notFound();
    const name = encodeURIComponent(mail?.attachments[place]?.filename || 'attachment');
    c.header('Content-Security-Policy', NOTHING_POLICY);
    return c.body(content, 200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
    });
  });

  return routes;
}
