import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { s3Files } from '../../functions/platform/files.ts';
import { startS3 } from '../../infra/local/emulators/s3.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const bucket = 'files';

const time = { now: new Date('2026-03-02T08:00:00Z') };

async function open(folder = temporaryFolder()) {
  const server = await startS3({ folder, buckets: [bucket], clock: () => time.now });
  const client = new S3Client({
    endpoint: server.url,
    region: 'ap-southeast-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  onTestFinished(async () => {
    client.destroy();
    await server.close();
  });
  const Bucket = bucket;
  return {
    folder,
    server,
    client,
    put: (Key: string, Body: Buffer | string, more = {}) =>
      client.send(new PutObjectCommand({ Bucket, Key, Body, ...more })),
    get: (Key: string) => client.send(new GetObjectCommand({ Bucket, Key })),
    remove: (Key: string) => client.send(new DeleteObjectCommand({ Bucket, Key })),
  };
}

/** A raw request without the client and its checks; the path is not normalised. */
function raw(url: string, method: string, path: string, headers: Record<string, string>, body?: Buffer) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const call = request({ hostname, port, method, path, headers }, async (reply) => {
      resolve({ status: reply.statusCode ?? 0, text: (await buffer(reply)).toString() });
    });
    call.on('error', reject).end(body);
  });
}
const signed = { authorization: 'AWS4-HMAC-SHA256 Credential=local/x' };

it.each(['mail/01.html', 'a', 'a/b', '报告 2026/ü?&%+#.pdf', 'x'.repeat(1024)])(
  'returns the stored object under the key %s',
  async (key) => {
    const { put, get } = await open();
    const content = Buffer.from([0, 255, 13, 10, 48, 13, 10]);
    await put(key, content, { ContentType: 'application/pdf', Metadata: { owner: '42' } });
    const object = await get(key);
    expect(await object.Body?.transformToByteArray()).toEqual(new Uint8Array(content));
    expect(object).toMatchObject({
      ContentType: 'application/pdf',
      Metadata: { owner: '42' },
      ContentLength: content.length,
      ETag: `"${createHash('md5').update(content).digest('hex')}"`,
      ChecksumCRC32: expect.any(String),
    });
  },
);

it('replaces and removes objects, and finds them again after a restart', async () => {
  const folder = temporaryFolder();
  const first = await open(folder);
  await first.put('kept', 'old');
  await first.put('kept', 'new');
  await first.put('gone', 'x');
  for (const _ of [1, 2]) await first.remove('gone');
  const second = await open(folder);
  expect(await (await second.get('kept')).Body?.transformToString()).toBe('new');
  expect(await s3Files(bucket, async () => second.client).get('gone')).toBeUndefined();
});

it.each([
  '/files/../../escaped',
  '/files/%2e%2e/%2e%2e/escaped',
  '/files/a/..%2f..%2fescaped',
  '/files/..%5cescaped',
  '/files/a%00b',
  '/files/%ff',
])('rejects the path %s', async (path) => {
  const { folder, server } = await open();
  const reply = await raw(server.url, 'PUT', path, signed, Buffer.from('x'));
  expect(reply.status).toBe(400);
  expect(existsSync(join(folder, 'escaped')) || existsSync(join(dirname(folder), 'escaped'))).toBe(false);
});

it.each([
  ['GET', '/other/key', signed, 404, 'NoSuchBucket'],
  ['GET', '/files/key', {}, 403, 'AccessDenied'],
])('rejects %s %s with %o', async (method, path, headers, status, code) => {
  const { server } = await open();
  const reply = await raw(server.url, method, path, headers);
  expect(reply).toMatchObject({ status, text: expect.stringContaining(`<Code>${code}</Code>`) });
});

describe('a presigned link', () => {
  async function linked() {
    const opened = await open();
    await opened.put('archive/报告 1.pdf', 'minutes', { ContentType: 'application/pdf' });
    const url = await s3Files(bucket, async () => opened.client).link('archive/报告 1.pdf', 600, time.now);
    return { ...opened, url };
  }
  const at = async (seconds: number, work: () => Promise<unknown>) => {
    const { now } = time;
    time.now = new Date(now.getTime() + seconds * 1000);
    await work().finally(() => {
      time.now = now;
    });
  };

  it('works for anybody until it expires', async () => {
    const { url } = await linked();
    const read = await fetch(url);
    expect(read.headers.get('content-type')).toBe('application/pdf');
    expect(await read.text()).toBe('minutes');
    await at(599, async () => expect((await fetch(url)).status).toBe(200));
    await at(600, async () => expect(await (await fetch(url)).text()).toContain('Request has expired'));
  });

  it.each([
    ['another file', (url: string) => url.replace('%201.pdf', '%202.pdf')],
    ['a longer life', (url: string) => url.replace('Expires=600', 'Expires=6000')],
    ['another signature', (url: string) => url.replace(/Signature=./, 'Signature=x')],
    ['more in it', (url: string) => `${url}&x-amz-acl=public`],
  ])('that was changed to %s is rejected', async (_, change) => {
    const { url } = await linked();
    expect(change(url)).not.toBe(url);
    const reply = await fetch(change(url));
    expect(reply.status).toBe(403);
    expect(await reply.text()).toContain('SignatureDoesNotMatch');
  });

  it('allows reading only', async () => {
    const { url } = await linked();
    for (const method of ['PUT', 'DELETE']) expect((await fetch(url, { method })).status).toBe(403);
    expect((await fetch(url)).status).toBe(200);
  });
});
