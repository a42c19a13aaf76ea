import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedDrafts } from '../../functions/files/drafts.ts';
import { storedLetters } from '../../functions/files/letters.ts';
import { openS3, s3Files } from '../../functions/files/s3.ts';
import { openTable } from '../../functions/store/client.ts';
import { startFiles } from '../../infra/local/files/server.ts';
import { openPayments } from '../../infra/local/payments/open-payments.ts';
import { type Reply, startApi } from '../support/api.ts';
import { providerAt } from '../support/checkout.ts';
import { freshTable, localAws } from '../support/dynamo.ts';
import { TWO_MEMBERS } from '../support/importing.ts';
import { hashed, PASSWORD, SALT } from '../support/make.ts';
import { ARCHIVE_PASSWORD } from '../support/make-archive.ts';
import { SILENCES, startUnreliable } from '../support/unreliable.ts';

/** Far below what the clients wait for by themselves: 3 s and more for one try. */
const DEADLINE_MS = 400;
/** For the answer itself on a busy machine. */
const SLACK_MS = 1500;
const SERVER_ERROR = 'Server error';
const UNREACHABLE =
  'The payment service cannot be reached. Nothing is lost: please try again in a few minutes.';

/** The API with a member and an administrator, and everything that it calls behind an address that can fall silent. */
async function startWorld() {
  const clock = () => new Date('2026-03-02T08:00:00Z');
  const buckets = ['files', 'mail', 'images'];
  const folder = await mkdtemp(join(tmpdir(), 'silent-'));
  const s3 = await startFiles({ folder: join(folder, 's3'), buckets, clock });
  const stripe = await openPayments({
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
  const client = openS3({ endpoint: services.s3.url, forcePathStyle: true });
  const [files, mailFiles, images] = buckets.map((bucket) => s3Files(bucket, client));
  if (!files || !mailFiles || !images) throw new Error('no buckets');
  const api = await startApi(
    {
      files,
      images,
      letters: storedLetters(mailFiles),
      drafts: storedDrafts(mailFiles),
      payments: providerAt(services.stripe.url, () => {}, stripe.webhookSecret),
    },
    { table: openTable(name, { endpoint: services.table.url }) },
  );
  await api.register();
  await api.operator.grantAdmin('utah_teapot');
  const token: string = (await api.signIn()).body.token;
  return {
    ...api,
    token,
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
const listOf = (text: string) => ({ kind: 'members', fileName: 'list.csv', text });

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
  'get-receipt': () => call('GET', '/membership/get-receipt?number=AG-000001'),
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
  'save a draft': () => call('PUT', '/admin/mail-draft', { subject: 'Tea' }),
  'read a draft': () => call('GET', '/admin/mail-draft'),
  'check an import': () => {
    turn += 1;
    return call('POST', '/admin/check-import', listOf(TWO_MEMBERS.replace('dragon@', `dragon-${turn}@`)));
  },
  'apply an import': () => call('POST', '/admin/apply-import', { id: importId }),
};
type CallName = keyof typeof calls;

const byTable: [CallName, number][] = [
  ['register', 201],
  ['getSalt', 200],
  ['login', 200],
  ['login with a wrong password', 401],
  ['forgetPassword', 200],
  ['archive password', 200],
  ['userinfo', 200],
  ['get-membership', 200],
  ['get-receipt', 404],
  ['confirm-payment', 200],
  ['get-users', 200],
  ['send-email with a file', 200],
  ['check an import', 200],
];
const byS3: [CallName, number][] = [
  ['save a draft', 200],
  ['read a draft', 200],
  ['send-email with a file', 200],
  ['check an import', 200],
  ['apply an import', 200],
];

/** Calls while the service is silent, and says how long that took. */
async function callInSilence(
  service: keyof typeof world.services,
  how: (typeof SILENCES)[number],
  name: CallName,
): Promise<{ reply: Reply; tookMs: number }> {
  const before = world.services[service].met();
  world.services[service].fallSilent(how);
  world.limit.limitMs = DEADLINE_MS;
  const startedAt = performance.now();
  const reply = await calls[name]();
  const tookMs = performance.now() - startedAt;
  world.services[service].recover();
  world.limit.limitMs = 60_000;
  expect(world.services[service].met()).toBeGreaterThan(before);
  return { reply, tookMs };
}

describe.each(SILENCES)('where a service %s', (how) => {
  beforeAll(async () => {
    const list = TWO_MEMBERS.replace('dragon@', `${how.replaceAll(' ', '-')}@`);
    importId = (await call('POST', '/admin/check-import', listOf(list))).body.data.job.id;
  });

  it.each([
    ...byTable.map(([name, status]) => ['table', name, status] as const),
    ...byS3.map(([name, status]) => ['s3', name, status] as const),
  ])('%s: "%s" ends within its deadline, is in the log, and works when it is back', async (...given) => {
    const [service, name, status] = given;
    world.reports.length = 0;
    const { reply, tookMs } = await callInSilence(service, how, name);
    expect(tookMs).toBeLessThan(DEADLINE_MS + SLACK_MS);
    const requestId = reply.headers.get('x-request-id');
    expect(reply).toMatchObject({ status: 500, body: { message: SERVER_ERROR, requestId } });
    expect(Object.keys(reply.body)).toEqual(['message', 'requestId']);
    expect(world.reports.filter(({ event }) => event === 'request')).toMatchObject([
      { level: 'error', requestId, status: 500 },
    ]);
    expect(world.reports.filter(({ event }) => event === 'fault')).toHaveLength(1);
    expect((await calls[name]()).status).toBe(status);
  });

  it('stripe: "confirm-payment" says so, and works when it is back', async () => {
    const { reply, tookMs } = await callInSilence('stripe', how, 'confirm-payment');
    expect(tookMs).toBeLessThan(DEADLINE_MS + SLACK_MS);
    expect([200, 500]).toContain(reply.status);
    if (reply.status === 200) expect(reply.body).toEqual({ success: false, message: UNREACHABLE });
    expect((await calls['confirm-payment']()).body).toMatchObject({ success: false });
    expect((await calls['confirm-payment']()).body.message).not.toBe(UNREACHABLE);
  });

  it('table: a forged token is refused, and a wrong one is let in by nothing', async () => {
    world.services.table.fallSilent(how);
    expect((await calls['userinfo with a forged token']()).status).toBe(401);
    world.services.table.recover();
  });
});
