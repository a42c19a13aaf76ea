import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeadlineExceeded } from '../../functions/platform/deadline.ts';
import { openS3, s3Files } from '../../functions/platform/files.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import type { Reply } from '../support/api/api.ts';
import { providerAt } from '../support/api/checkout.ts';
import { formOf, hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';
import { SILENCES, type Silence, startUnreliable } from '../support/api/unreliable.ts';
import { startS3, startStripe } from '../support/emulators.ts';
import { freshTable, localAws } from '../support/table/dynamo.ts';

/** Far below the clients' own limits of at least 2.5 s for one try. */
const DEADLINE_MS = 150;

/** The API with an administrator, and each service behind an address that can fall silent. */
async function startWorld() {
  const clock = () => new Date('2026-03-02T08:00:00Z');
  const folder = await mkdtemp(join(tmpdir(), 'silent-'));
  const s3 = await startS3({ folder: join(folder, 's3'), buckets: ['files', 'mail'], clock });
  const publicUrl = 'http://localhost:8080';
  const stripe = await startStripe({ folder: join(folder, 'stripe'), clock, publicUrl });
  const services = {
    table: await startUnreliable(localAws.AWS_ENDPOINT_URL_DYNAMODB),
    s3: await startUnreliable(s3.url),
    stripe: await startUnreliable(stripe.url),
  };
  const open = () => openS3({ endpoint: services.s3.url, forcePathStyle: true });
  const api = await startAdministered(
    {
      files: s3Files('files', open),
      mailFiles: s3Files('mail', open),
      loadProvider: providerAt(services.stripe.url, () => {}, stripe.webhookSecret),
    },
    { table: openTable((await freshTable()).name, { endpoint: services.table.url }) },
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
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const call = (method: string, path: string, body?: unknown) =>
  world.call(method, path, body, { token: world.token });

let turn = 0;
const calls = {
  getSalt: () => world.post('/auth/getSalt', { username: 'utah_teapot' }),
  login: () => world.post('/auth/login', { username: 'utah_teapot', password: hashed(PASSWORD, SALT) }),
  userinfo: () => call('GET', '/userinfo'),
  'confirm-payment': () => call('POST', '/membership/confirm-payment'),
  'send-email with a file': () => {
    turn += 1;
    const fields = { subject: `Tea ${turn}`, content: '<p>Tea</p>', recipients: '["teapot@example.org"]' };
    const form = formOf(fields);
    form.append('attachments', new Blob(['tea, cake\n'.repeat(20_000)]), 'list.csv');
    return world.call('POST', '/admin/send-email', undefined, { token: world.token, raw: form });
  },
  'save a draft': () => call('POST', '/admin/campaign-draft', { action: 'save', subject: 'Tea' }),
};
type CallName = keyof typeof calls;
type ServiceName = keyof typeof world.services;

/** Calls that need the service; the last of each, also when half of an answer comes. */
const needing: Record<ServiceName, CallName[]> = {
  table: ['getSalt', 'userinfo', 'send-email with a file', 'login'],
  s3: ['send-email with a file', 'save a draft'],
  stripe: ['confirm-payment'],
};
const callsIn = (how: Silence) =>
  (Object.keys(needing) as ServiceName[]).flatMap((service) =>
    needing[service].slice(how === 'never answers' ? 0 : -1).map((name) => [service, name] as const),
  );

/** Makes the call while the service is silent. */
async function callInSilence(service: ServiceName, how: Silence, name: CallName): Promise<Reply> {
  const { limitMs } = world.limit;
  world.services[service].fallSilent(how);
  world.limit.limitMs = DEADLINE_MS;
  try {
    return await calls[name]();
  } finally {
    world.services[service].recover();
    world.limit.limitMs = limitMs;
  }
}

describe.each(SILENCES)('if a service %s', (how) => {
  it.each(callsIn(how))(
    '%s: "%s" ends at its deadline, is logged, and works when the service is back',
    async (service, name) => {
      world.reports.length = 0;
      const reply = await callInSilence(service, how, name);
      const requestId = reply.headers.get('x-request-id');
      expect([reply.status, reply.body]).toEqual([
        500,
        { error: 'internal-error', message: 'Server error', requestId },
      ]);
      const logged = (name: string) => world.reports.filter(({ event }) => event === name);
      expect(logged('unexpected-error')).toMatchObject([{ requestId, cause: expect.any(DeadlineExceeded) }]);
      expect(logged('request')).toMatchObject([{ level: 'error', requestId, status: 500 }]);

      const before = world.services[service].met();
      expect((await calls[name]()).status).toBe(200);
      expect(world.services[service].met()).toBeGreaterThan(before);
    },
  );
});
