import { once } from 'node:events';
import { connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFront } from '../../infra/local/front.ts';
import { type ListeningPort, listenOnLoopback } from '../../infra/local/listen.ts';
import { originSecret } from '../support/api/api.ts';
import { startAdministered } from '../support/api/signed-in.ts';

const nothing = () => new Response(null, { status: 404 });

let listening: ListeningPort;
let token: string;
beforeAll(async () => {
  const api = await startAdministered();
  token = api.token;
  const front = createFront({
    site: nothing,
    localRoutes: nothing,
    images: nothing,
    api: (request) => api.app.fetch(request),
    originSecret,
    storageUrl: 'http://127.0.0.1:1',
  });
  listening = await listenOnLoopback(
    0,
    getRequestListener((request) => front(request, '203.0.113.9')),
  );
});
afterAll(() => listening.close());

/** Writes the whole body before it reads anything, as Chromium does, and returns the reply. */
async function upload(path: string, bytes: number, headers: Record<string, string>): Promise<string> {
  const socket = connect(listening.port, '127.0.0.1');
  await once(socket, 'connect');
  const lines = Object.entries({
    host: 'localhost',
    'content-length': String(bytes),
    connection: 'close',
    ...headers,
  });
  socket.pause();
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  const part = Buffer.alloc(64 * 1024, 'x');
  for (let sent = 0; sent < bytes; sent += part.length) {
    const isTaken = socket.write(part.subarray(0, Math.min(part.length, bytes - sent)));
    if (!isTaken) await once(socket, 'drain');
  }
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'multipart/form-data; boundary=x' };

it.each([
  ['is over the limit of its call', '/admin/preview-campaign', 10, json, 413, 'The request is too large'],
  ['is of another type', '/admin/imports', 10, { 'content-type': 'text/csv' }, 415, 'Send JSON'],
  ['goes to no call', '/nothing', 10, json, 404, "This API endpoint doesn't exist"],
  ['is more than API Gateway takes', '/admin/send-email', 40, form, 413, 'Request Entity Too Large'],
])('a rejected upload that %s gets its sentence', async (_why, path, megabytes, type, status, sentence) => {
  const reply = await upload(`/api${path}`, megabytes * 1024 * 1024, {
    authorization: `Bearer ${token}`,
    ...type,
  });
  expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(reply).toContain(`"message":"${sentence}`);
});
