import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { productionCost } from '../../functions/crypto/argon2.ts';
import { ORIGIN_SECRET_HEADER } from '../../functions/http/app.ts';
import { VIEWER_ADDRESS_HEADER } from '../../functions/http/client-network.ts';
import { openTable } from '../../functions/store/client.ts';
import { deployed } from '../../functions/wire/ambient.ts';
import { wireApi } from '../../functions/wire/api.ts';
import { ensureTable } from '../../infra/local/create-table.ts';
import { startDatabase } from '../../infra/local/database.ts';
import { enterLocalAws } from '../../infra/local/environment.ts';
import { apiEnvironment, originSecret } from '../support/api-environment.ts';
import { registration } from '../support/make.ts';
import { LANES } from './contest.ts';

/** The product's API as it is deployed, over the embedded database in memory; and its hash alone. */

const SITE_URL = 'https://www.example.org';
/** One account for each lane. */
const accounts = Array.from({ length: LANES }, (_, lane) =>
  registration({ userName: `utah_teapot_${lane}`, email: `teapot-${lane}@example.org` }),
);

async function open() {
  enterLocalAws({ dynamodb: (await startDatabase()).endpoint });
  const TABLE_NAME = 'bench';
  await ensureTable(openTable(TABLE_NAME));
  const app = wireApi({ ...apiEnvironment, TABLE_NAME }, deployed);

  const request = (method: string, path: string, { body, token }: { body?: object; token?: string }) =>
    new Request(`${SITE_URL}/api${path}`, {
      method,
      headers: {
        [ORIGIN_SECRET_HEADER]: originSecret,
        [VIEWER_ADDRESS_HEADER]: '203.0.113.7',
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  async function signIn(lane: number): Promise<string> {
    const { userName: username, password } = accounts[lane] ?? {};
    const reply = await app.fetch(request('POST', '/auth/login', { body: { username, password } }));
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(text);
    return JSON.parse(text).token;
  }

  for (const body of accounts) await app.fetch(request('POST', '/auth/register', { body }));
  return { app, request, signIn };
}

export async function signIns() {
  const { signIn } = await open();
  return async (lane: number) => void (await signIn(lane));
}

export async function sessionChecks() {
  const { app, request, signIn } = await open();
  const isSignedIn = async (check: Request) =>
    (await (await app.fetch(check)).text()).includes('utah_teapot');
  const token = await signIn(0);
  await app.fetch(request('POST', '/auth/logout', { token }));
  if (await isSignedIn(request('GET', '/userinfo', { token })))
    throw new Error('An ended session still counts');

  const tokens = await Promise.all(accounts.map((_, lane) => signIn(lane)));
  const checks = tokens.map((each) => request('GET', '/userinfo', { token: each }));
  return async (lane: number) => {
    const check = checks[lane];
    if (!check || !(await isSignedIn(check))) throw new Error('A session does not count');
  };
}

export async function hashes() {
  const options = {
    algorithm: 2,
    memoryCost: productionCost.memoryKiB,
    timeCost: productionCost.passes,
    parallelism: 1,
    secret: randomBytes(32),
  };
  const { password } = registration();
  const stored = await hash(password, options);
  return async () => {
    if (!(await verify(stored, password, options))) throw new Error('The hash does not match');
  };
}
