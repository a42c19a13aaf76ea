import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { openSes, sesRoad } from '../../functions/mail/ses.ts';

const reply = (id: string) =>
  `<SendRawEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendRawEmailResult><MessageId>${id}</MessageId></SendRawEmailResult></SendRawEmailResponse>`;

it('keeps a connection for the next mail, but none that may be gone when the function wakes', async () => {
  const ports = new Set<number | undefined>();
  const server = createServer((request, response) => {
    ports.add(request.socket.remotePort);
    request.resume().once('end', () => response.end(reply('1')));
  });
  server.keepAliveTimeout = 60_000;
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  Object.assign(process.env, { AWS_REGION: 'ap-east-1', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' });
  const client = openSes({ endpoint: `http://127.0.0.1:${port}` });
  const { send } = sesRoad({ from: 'no-reply@example.org' }, client);
  const mail = {
    id: '1',
    to: 'teapot@example.org',
    subject: 'Tea',
    text: 'Tea',
    dueAt: '2026-03-02T08:00:00Z',
  };
  for (const _ of [1, 2]) expect(await send(mail)).toEqual({ outcome: 'sent', messageId: '1' });
  expect(ports.size).toBe(1);
  await closed;
  expect(await send(mail)).toMatchObject({ outcome: 'sent' });
  expect(ports.size).toBe(2);
});
