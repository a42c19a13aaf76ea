import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { expect, it, onTestFinished } from 'vitest';
import { inboxRoutes } from '../../infra/local/emulators/inbox.ts';
import { Mailbox } from '../../infra/local/emulators/mailbox.ts';
import { localRoutes } from '../../infra/local/front.ts';
import { startSes } from '../support/emulators.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function open() {
  const mailbox = new Mailbox(temporaryFolder());
  const service = await startSes(mailbox);
  onTestFinished(service.close);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SESClient({ endpoint: service.url, region: 'ap-southeast-1', credentials });
  const routes = localRoutes({ '/': inboxRoutes(mailbox) });
  return {
    async send(mail: ConstructorParameters<typeof MailComposer>[0] & { to: string }) {
      const Source = 'no-reply@asiagraphics.example';
      const Data = await new MailComposer({ from: Source, ...mail }).compile().build();
      const Tags = [{ Name: 'mail', Value: '42' }];
      const call = { Source, Destinations: [mail.to], RawMessage: { Data }, Tags };
      return (await client.send(new SendRawEmailCommand(call))).MessageId;
    },
    get: async (path: string, accept = 'text/html') => {
      const headers = { host: 'localhost:8080', accept };
      const reply = await routes.request(`http://localhost:8080/_local${path}`, { headers });
      return { headers: reply.headers, text: await reply.text() };
    },
  };
}

it('the inbox is a page, with the email in a frame that runs and loads nothing', async () => {
  const { send, get } = await open();
  const id = await send({
    to: 'teapot@asiagraphics.example',
    subject: '<script>alert(1)</script>',
    html: '<p>Hi</p><script>alert(2)</script>',
    attachments: [{ filename: 'a.html', content: '<script>alert(3)</script>' }],
  });
  for (const path of ['/mail', `/mail/${id}`]) {
    const page = await get(path);
    expect(page.text).toContain('&lt;script&gt;alert(1)');
    expect(page.text).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'(?!.*unsafe)/);
  }
  const frame = await get(`/mail/${id}/html`);
  expect(frame.text).toContain('<script>alert(2)');
  expect(frame.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';(?!.*script-src)/,
  );
  const attachment = await get(`/mail/${id}/attachments/0`);
  expect(attachment.headers.get('content-disposition')).toMatch(/^attachment; .*a\.html$/);
  expect(attachment.headers.get('x-content-type-options')).toBe('nosniff');
});
