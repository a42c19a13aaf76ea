import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import { productionArgon2Cost } from '../../functions/platform/passwords.ts';
import { buildFunction } from '../../infra/build-functions.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { configureLocalAws } from '../../infra/local/environment.ts';
import { apiEnvironment } from '../support/api/api-environment.ts';
import { jsonEvent } from '../support/api/api-event.ts';
import { registration } from '../support/api/make.ts';

/** The function that is deployed, over the embedded database in memory; and its hash alone. */

interface Reply {
  statusCode: number;
  body: string;
}

async function open(lanes: number) {
  configureLocalAws({ dynamodb: (await startDatabase()).endpoint });
  const TABLE_NAME = 'bench';
  await ensureTable(TABLE_NAME);
  Object.assign(process.env, apiEnvironment, { TABLE_NAME });
  const folder = await buildFunction('api');
  const { handler }: { handler: (request: object, context: object) => Promise<Reply> } = await import(
    join(folder, 'index.mjs')
  );
  const answer = (request: object) => handler(request, {});

  /** One account for each lane. */
  const accounts = Array.from({ length: lanes }, (_, lane) =>
    registration({ userName: `utah_teapot_${lane}`, email: `teapot-${lane}@example.org` }),
  );
  async function signIn(lane: number): Promise<string> {
    const { userName: username, password } = accounts[lane] ?? {};
    const reply = await answer(jsonEvent('POST', '/api/auth/login', { body: { username, password } }));
    if (reply.statusCode !== 200) throw new Error(reply.body);
    return JSON.parse(reply.body).token;
  }

  for (const body of accounts) await answer(jsonEvent('POST', '/api/auth/register', { body }));
  return { accounts, answer, signIn };
}

export async function signIns(lanes: number) {
  const { signIn } = await open(lanes);
  return async (lane: number) => void (await signIn(lane));
}

export async function sessionChecks(lanes: number) {
  const { accounts, answer, signIn } = await open(lanes);
  const isSignedIn = async (check: object) => (await answer(check)).body.includes('utah_teapot');
  const tokens = await Promise.all(accounts.map((_, lane) => signIn(lane)));
  const checks = tokens.map((each) => jsonEvent('GET', '/api/userinfo', { token: each }));
  return async (lane: number) => {
    const check = checks[lane];
    if (!check || !(await isSignedIn(check))) throw new Error('A session does not count');
  };
}

export async function hashes() {
  const options = {
    algorithm: 2,
    memoryCost: productionArgon2Cost.memoryKiB,
    timeCost: productionArgon2Cost.passes,
    parallelism: 1,
    secret: randomBytes(32),
  };
  const { password } = registration();
  const stored = await hash(password, options);
  return async () => {
    if (!(await verify(stored, password, options))) throw new Error('The hash does not match');
  };
}
