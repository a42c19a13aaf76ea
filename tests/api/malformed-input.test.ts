import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, hasBody, hasQuery } from '../../functions/contract/endpoint.ts';
import { startApi } from '../support/api/api.ts';
import { calls } from '../support/api/calls.ts';
import { registration } from '../support/api/make.ts';

/** A wrong password, because the right one would delete the account during the test. */
const NOT_THE_PASSWORD = 'a'.repeat(64);

const bunny = { userName: 'stanford_bunny', email: 'bunny@example.org' };

const api = await startApi({ log: () => {} });
await api.register();
await api.register(bunny);
await api.register({ userName: 'cornell_box', email: 'box@example.org' });
await api.operator.grantAdmin('cornell_box');

const tokens = { member: '', admin: '' };
/** Plausible input for an endpoint, so that much of it is rejected only after parsing. */
const wellFormed: Record<string, unknown> = {
  ...registration(),
  username: 'utah_teapot',
  password: NOT_THE_PASSWORD,
  rememberMe: true,
  old_password: NOT_THE_PASSWORD,
  new_password: NOT_THE_PASSWORD,
  encryptedPassword: NOT_THE_PASSWORD,
  code: '12345678',
  birth: '1975-01-01',
  homepage: 'https://example.org',
  description: 'A teapot.',
  announcements: true,
  number: 'AG-000001',
  uid: (await api.operator.findMember(bunny.userName)).uid,
  version: 1,
  reason: 'Asked by letter.',
  type: 'professional',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  term: '2026',
  amountMinorUnits: 5000,
  date: '2026-03-01',
  reference: 'R1',
  state: 'disabled',
  category: 'fellow',
  name: 'PG 2025',
  link: 'https://example.org',
  venue: 'Taipei',
  page: '1',
  limit: '10',
  status: 'all',
  month: '2026-03',
  kind: 'members',
  fileName: 'list.csv',
  text: 'email\nteapot@example.org\n',
  paymentId: 'cs_1',
  subject: 'A letter',
  content: '<p>A letter.</p>',
  recipients: '["teapot@example.org"]',
  id: 'ab'.repeat(16),
  address: 'teapot@example.org',
};

/** A second passes with each request, hours with each endpoint. */
beforeEach(async () => {
  for (const [role, username] of [
    ['member', 'utah_teapot'],
    ['admin', 'cornell_box'],
  ] as const)
    if ((await api.get('/userinfo', { token: tokens[role] })).status !== 200)
      tokens[role] = (await api.signIn(username)).body.token;
});

const value = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\u0000', '\ud800', '__proto__', 'a@b.org', '\r\nBcc: x@y.org', '{"$gt":""}'],
    'x'.repeat(5000),
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
);

/** The fields of a request, of all its actions together. */
function fieldsOf({ request }: Endpoint): string[] {
  const { properties, oneOf = [] } = z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' });
  const shapes = [properties, ...oneOf.map((option) => option.properties)];
  return [...new Set(shapes.flatMap((shape) => Object.keys(shape ?? {})))];
}

/** The endpoint's fields and others with unsuitable values, alone or among suitable ones of one action. */
function fieldsFor(row: Endpoint, action?: string) {
  const names = fieldsOf(row);
  const suitable: Record<string, unknown> = { ...wellFormed, action };
  const alone = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value);
  const among = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3 }).map((given) => ({
    ...Object.fromEntries(names.flatMap((name) => (name in suitable ? [[name, suitable[name]]] : []))),
    ...given,
  }));
  return fc.oneof(alone, among);
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const asPairs = (fields: Record<string, unknown>) =>
  Object.entries(fields).map(([name, value]): [string, string] => [name, asText(value)]);

interface Sent {
  raw: BodyInit;
  headers?: Record<string, string>;
}

function asForm(fields: Record<string, unknown>): Sent {
  const form = new FormData();
  for (const [name, text] of asPairs(fields)) {
    form.append(name, text);
    form.append(name, new Blob([text]), name);
  }
  return { raw: form };
}

/** In the endpoint's own encoding, or bytes that only claim it. */
function bodyFor(row: Endpoint, action: string | undefined): fc.Arbitrary<Sent> {
  const fields = fieldsFor(row, action);
  const bytes = fc.oneof(fc.string(), fc.json().map(String));
  const typed =
    (type: string) =>
    (raw: string): Sent => ({ raw, headers: { 'content-type': type } });
  if (row.encoding === 'multipart') {
    return fc.oneof(bytes.map(typed('multipart/form-data; boundary=x')), fields.map(asForm));
  }
  if (row.encoding === 'form') {
    const address = fields.map((given): Sent => ({ raw: new URLSearchParams(asPairs(given)) }));
    return fc.oneof(bytes.map(typed('application/x-www-form-urlencoded')), address, fields.map(asForm));
  }
  return fc
    .oneof(
      bytes,
      fields.map((given) => JSON.stringify(given)),
    )
    .map(typed('application/json'));
}

const requestFor = (row: Endpoint, action?: string): fc.Arbitrary<{ query?: string; sent?: Sent }> =>
  hasBody(row)
    ? bodyFor(row, action).map((sent) => ({ sent }))
    : fieldsFor(row).map((given) => ({ query: `?${new URLSearchParams(asPairs(given))}` }));

async function expectNoFault(
  { method, path, access }: Endpoint,
  { query = '', sent }: { query?: string; sent?: Sent },
) {
  api.pass(1000);
  const token = access === 'admin' ? tokens.admin : tokens.member;
  const reply = await api.call(method, path + query, undefined, { token, ...sent });
  expect(reply.status).toBeLessThan(500);
  if (access === 'member' || access === 'admin') expect(reply.status).not.toBe(401);
  if (access === 'admin') expect(reply.status).not.toBe(403);
  // Longer than what random text in a reply says by chance.
  expect(JSON.stringify(reply.body)).not.toMatch(/\bat .*\.ts:|node_modules|DynamoDB|Zod(Real)?Error|\$Zod/);
}

describe('malformed input', () => {
  it.each(calls.filter((row) => hasBody(row) || hasQuery(row)))('$call never gets a 5xx', ({ row, action }) =>
    fc.assert(
      fc.asyncProperty(requestFor(row, action), (request) => expectNoFault(row, request)),
      { numRuns: 8, seed: 20261121 },
    ),
  );

  it('with a lone surrogate, which the table could not store, is rejected', async () => {
    const template = { action: 'save', name: 'A call', subject: 'A letter', content: '<p>\ud83e</p>' };
    const reply = await api.post('/admin/campaign-template', template, { token: tokens.admin });
    expect([reply.status, reply.body.error]).toEqual([400, 'campaign-content']);
  });
});
