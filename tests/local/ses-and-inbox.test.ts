import { readdirSync } from 'node:fs';
import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { expect, it, onTestFinished } from 'vitest';
import { inboxRoutes } from '../../infra/local/emulators/inbox.ts';
import { Mailbox } from '../../infra/local/emulators/mailbox.ts';
import type { SesEvent } from '../../infra/local/emulators/ses.ts';
import { startSes } from '../../infra/local/emulators/ses.ts';
import { localRoutes } from '../../infra/local/front.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const now = new Date('2026-03-02T08:00:00Z');

async function open(folder = temporaryFolder()) {
  const events: SesEvent[] = [];
  const mailbox = new Mailbox(folder, () => now);
  const service = await startSes(mailbox, { onEvent: (event) => events.push(event) });
  const client = new SESClient({
    endpoint: service.url,
    region: 'ap-southeast-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  onTestFinished(async () => {
    client.destroy();
    await service.close();
  });
  const app = localRoutes(inboxRoutes(mailbox));
  const request = async (path: string, headers: Record<string, string> = {}) =>
    app.request(`http://localhost:8080/_local${path}`, {
      headers: { host: 'localhost:8080', ...headers },
    });
  return {
    events,
    service,
    async send(mail: ConstructorParameters<typeof MailComposer>[0] = {}, more = {}) {
      const composer = new MailComposer({ from, to, subject: 'Subject', text: 'Text', ...mail });
      const Data = await composer.compile().build();
      return client.send(new SendRawEmailCommand({ RawMessage: { Data }, ...more }));
    },
    request,
    inbox: async () => (await request('/mail', { accept: 'application/json' })).json(),
  };
}

const from = 'Asia Graphics Association <no-reply@asiagraphics.example>';
const to = 'teapot@asiagraphics.example';

it('the inbox shows every part of a sent email', async () => {
  const { send, inbox } = await open();
  const { MessageId } = await send({
    subject: '续会提醒：亚洲图形学会 2026 年会员资格即将到期，请尽快办理',
    text: 'Dear 李明',
    html: '<p>Dear <b>李明</b></p>',
    headers: { 'X-AG-Mail': '42' },
    attachments: [{ filename: '日程.pdf', content: Buffer.alloc(7), contentType: 'application/pdf' }],
  });
  expect(await inbox()).toEqual([
    {
      id: MessageId,
      from: 'no-reply@asiagraphics.example',
      to: [to],
      subject: '续会提醒：亚洲图形学会 2026 年会员资格即将到期，请尽快办理',
      text: expect.stringMatching(/^Dear 李明\s*$/),
      html: expect.stringContaining('<p>Dear <b>李明</b></p>'),
      headers: expect.objectContaining({ 'x-ag-mail': '42', from }),
      attachments: [{ filename: '日程.pdf', contentType: 'application/pdf', size: 7 }],
      receivedAt: now.toISOString(),
    },
  ]);
});

it('the inbox lists the newest first, even after a restart and with a stopped clock', async () => {
  const folder = temporaryFolder();
  const first = await open(folder);
  for (const subject of ['1', '2', '3']) await first.send({ subject });
  const second = await open(folder);
  await second.send({ subject: '4' });
  const third = await open(folder);
  const subjects = (await third.inbox()).map(({ subject }: { subject: string }) => subject);
  expect(subjects).toEqual(['4', '3', '2', '1']);
  expect(readdirSync(folder).filter((name) => name.endsWith('.eml'))).toHaveLength(4);
});

it("SES's emulator rejects callers who do not sign with the local key", async () => {
  const { service } = await open();
  const reply = await fetch(service.url, { method: 'POST', body: 'Action=SendRawEmail' });
  expect(reply.status).toBe(403);
});

it("an email to SES's own address for it bounces, with an event and no delivery", async () => {
  const address = 'bounce@simulator.amazonses.com';
  const { send, inbox, events } = await open();
  const { MessageId } = await send({ to: address }, { Tags: [{ Name: 'mail', Value: '42' }] });
  expect(events).toMatchObject([
    { eventType: 'Send' },
    {
      eventType: 'Bounce',
      mail: { messageId: MessageId, destination: [address], tags: { mail: ['42'] } },
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: address }] },
    },
  ]);
  expect(await inbox()).toEqual([]);
});

it('the inbox is a page, with the email in a frame that runs and loads nothing', async () => {
  const { send, request } = await open();
  const { MessageId } = await send({
    subject: '<script>alert(1)</script>',
    html: '<p>Hi</p><script>alert(2)</script>',
    attachments: [{ filename: 'a.html', content: '<script>alert(3)</script>' }],
  });
  const list = await request('/mail', { accept: 'text/html' });
  const listed = await list.text();
  expect(listed).toContain('&lt;script&gt;alert(1)');
  expect(listed).not.toContain('<script');
  expect(list.headers.get('content-security-policy')).not.toContain('unsafe');

  const opened = await request(`/mail/${MessageId}`);
  const page = await opened.text();
  expect(page).toContain(`src="/_local/mail/${MessageId}/html"`);
  expect(page).not.toContain('<script');
  expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'");

  const frame = await request(`/mail/${MessageId}/html`);
  expect(await frame.text()).toContain('<script>alert(2)');
  const policy = frame.headers.get('content-security-policy');
  expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
  expect(policy).not.toContain('script-src');

  const attachment = await request(`/mail/${MessageId}/attachments/0`);
  expect(attachment.headers.get('content-disposition')).toMatch(/^attachment; .*a\.html$/);
  expect(attachment.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await attachment.text()).toBe('<script>alert(3)</script>');

  const source = await request(`/mail/${MessageId}/source`);
  expect(source.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await source.text()).toContain('Message-ID: ');
});

it.each([
  ['localhost:8080', 200],
  ['[::1]:8080', 200],
  ['evil.example', 403],
  ['localhost.evil.example', 403],
])('the inbox requested as %s answers %i', async (host, status) => {
  const { request } = await open();
  expect((await request('/mail', { host })).status).toBe(status);
  expect((await request('/local-pages.css', { host })).status).toBe(status);
});
