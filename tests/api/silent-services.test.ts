import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draftStore, messageStore } from '../../functions/mail/campaigns/message-store.ts';
import { DeadlineExceeded } from '../../functions/platform/deadline.ts';
import { openS3, s3Files } from '../../functions/platform/files.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { startS3 } from '../../infra/local/emulators/s3.ts';
import { startStripe } from '../../infra/local/emulators/stripe.ts';
import type { Reply } from '../support/api/api.ts';
import { providerAt } from '../support/api/checkout.ts';
import { TWO_MEMBERS } from '../support/api/importing.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { ARCHIVE_PASSWORD } from '../support/api/make-archive.ts';
import { startAdministered } from '../support/api/signed-in.ts';
import { SILENCES, type Silence, startUnreliable } from '../support/api/unreliable.ts';
import { freshTable, localAws } from '../support/table/dynamo.ts';

/** Far below the clients' own limits of at least 2.5 s for one try. */
const DEADLINE_MS = 150;

/** The API with a member and an administrator, and each service behind an address that can fall silent. */
async function startWorld() {
  const clock = () => new Date('2026-03-02T08:00:00Z');
  const buckets = ['files', 'mail', 'images'];
  const folder = await mkdtemp(join(tmpdir(), 'silent-'));
  const s3 = await startS3({ folder: join(folder, 's3'), buckets, clock });
  const stripe = await startStripe({
    folder: join(folder, 'stripe'),
    clock,
    publicUrl: () => 'http://localhost:8080',
  });
  const { name } = await freshTable();
  const services = {
    table: await startUnreliable(localAws.AWS_ENDPOINT_URL_DYNAMODB),
    s3: await startUnreliable(s3.url),
    stripe: await startUnreliable(stripe.apiUrl),
  };
  const open = () => openS3({ endpoint: services.s3.url, forcePathStyle: true });
  const [files, mailFiles, images] = buckets.map((bucket) => s3Files(bucket, open));
  if (!files || !mailFiles || !images) throw new Error('no buckets');
  const api = await startAdministered(
    {
      files,
      images,
      messages: messageStore(mailFiles),
      drafts: draftStore(mailFiles),
      provider: providerAt(services.stripe.url, () => {}, stripe.webhookSecret),
    },
    { table: openTable(name, { endpoint: services.table.url }) },
  );
  return {
    ...api,
    services,
    async close() {
      await Promise.all(Object.values(services).map(({ close }) => close()));
      await Promise.all([s3.close(), stripe.close()]);
      await rm(folder, { recursive: true });
    },
  };
}

let world: Awaited<ReturnType<typeof startWorld>>;
let importId: string;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const call = (method: string, path: string, body?: unknown) =>
  world.call(method, path, body, { token: world.token });
const listOf = (text: string) => ({ action: 'check', kind: 'members', fileName: 'list.csv', text });

let turn = 0;
const calls = {
  register: () => {
    turn += 1;
    return world.register({ userName: `bunny_${turn}`, email: `bunny-${turn}@example.org` });
  },
  getSalt: () => world.post('/auth/getSalt', { username: 'utah_teapot' }),
  login: () => world.post('/auth/login', { username: 'utah_teapot', password: hashed(PASSWORD, SALT) }),
  'login with a wrong password': () =>
    world.post('/auth/login', { username: 'utah_teapot', password: hashed('guess', SALT) }),
  forgetPassword: () => {
    turn += 1;
    return world.post('/auth/forgetPassword', { email: `nobody-${turn}@example.org` });
  },
  'archive password': () => world.post('/gmp/verify-password', { password: ARCHIVE_PASSWORD }),
  userinfo: () => call('GET', '/userinfo'),
  'userinfo with a forged token': () => world.get('/userinfo', { token: `${world.token.slice(0, -4)}AAAA` }),
  'get-membership': () => call('GET', '/membership/get-membership'),
  'get-receipt': () => call('GET', '/membership/receipt?number=AG-000001'),
  'confirm-payment': () => call('POST', '/membership/confirm-payment'),
  'get-users': () => call('GET', '/admin/get-users'),
  'send-email with a file': () => {
    turn += 1;
    const form = new FormData();
    const fields = { subject: `Tea ${turn}`, content: '<p>Tea</p>', recipients: '["teapot@example.org"]' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('attachments', new Blob(['tea, cake\n'.repeat(20_000)]), 'list.csv');
    return world.call('POST', '/admin/send-email', undefined, { token: world.token, raw: form });
  },
  'save a draft': () => call('POST', '/admin/campaign-draft', { action: 'save', subject: 'Tea' }),
  'read a draft': () => call('GET', '/admin/campaign-draft'),
  'check an import': () => {
    turn += 1;
    return call('POST', '/admin/imports', listOf(TWO_MEMBERS.replace('dragon@', `dragon-${turn}@`)));
  },
  'apply an import': () => call('POST', '/admin/imports', { action: 'apply', id: importId }),
};
type CallName = keyof typeof calls;
type ServiceName = keyof typeof world.services;

/** Calls that need the service, and their status when it answers. */
const needing: [ServiceName, CallName, status: number][] = [
  ['table', 'register', 201],
  ['table', 'getSalt', 200],
  ['table', 'login', 200],
  ['table', 'login with a wrong password', 401],
  ['table', 'forgetPassword', 200],
  ['table', 'archive password', 200],
  ['table', 'userinfo', 200],
  ['table', 'get-membership', 200],
  ['table', 'get-receipt', 404],
  ['table', 'confirm-payment', 200],
  ['table', 'get-users', 200],
  ['table', 'send-email with a file', 200],
  ['table', 'check an import', 200],
  ['s3', 'save a draft', 200],
  ['s3', 'read a draft', 200],
  ['s3', 'send-email with a file', 200],
  ['s3', 'check an import', 200],
  ['s3', 'apply an import', 200],
  ['stripe', 'confirm-payment', 200],
];
/** All of them without an answer; with half of one, the first of each service. */
const callsIn = (how: Silence) =>
  needing.filter(([service], place) => {
    const first = needing.findIndex(([other]) => other === service);
    return how === 'never answers' || first === place;
  });

/** Makes the call while the service is silent. */
async function callInSilence(
  service: ServiceName,
  how: Silence,
  name: CallName,
  limitMs = world.limit.limitMs,
): Promise<Reply> {
  const usualLimitMs = world.limit.limitMs;
  world.services[service].fallSilent(how);
  world.limit.limitMs = limitMs;
  try {
    return await calls[name]();
  } finally {
    world.services[service].recover();
    world.limit.limitMs = usualLimitMs;
  }
}

describe.each(SILENCES)('if a service %s', (how) => {
  beforeAll(async () => {
    const list = TWO_MEMBERS.replace('dragon@', `${how.replaceAll(' ', '-')}@`);
    importId = (await call('POST', '/admin/imports', listOf(list))).body.data.job.id;
  });

  it.each(callsIn(how))(
    '%s: "%s" ends at its deadline, is logged, and works when the service is back',
    async (service, name, status) => {
      world.reports.length = 0;
      const reply = await callInSilence(service, how, name, DEADLINE_MS);
      const requestId = reply.headers.get('x-request-id');
      expect([reply.status, reply.body]).toEqual([
        500,
        { error: 'internal-error', message: 'Server error', requestId },
      ]);
      expect(world.reports.filter(({ event }) => event === 'request')).toMatchObject([
        { level: 'error', requestId, status: 500 },
      ]);
      const errors = world.reports.filter(({ event }) => event === 'unexpected-error');
      expect(errors).toMatchObject([{ level: 'error', requestId, cause: expect.any(DeadlineExceeded) }]);

      const before = world.services[service].met();
      expect((await calls[name]()).status).toBe(status);
      expect(world.services[service].met()).toBeGreaterThan(before);
    },
  );

  it('table: a forged token is rejected without it', async () => {
    expect(await callInSilence('table', how, 'userinfo with a forged token')).toMatchObject({
      status: 401,
      body: { error: 'unauthenticated' },
    });
  });
});

it('stripe: "confirm-payment" replies after 2.5 s without the rest of an answer, well before the deadline', async () => {
  expect(await callInSilence('stripe', 'answers by half', 'confirm-payment')).toMatchObject({
    status: 200,
    body: {
      success: false,
      message:
        "Can't connect to the payment service. Your payment isn't affected. Check again in a few minutes.",
    },
  });
  expect((await calls['confirm-payment']()).body).toEqual({
    success: false,
    message: 'No payment found. If you have just paid, check again in a few minutes.',
  });
});
