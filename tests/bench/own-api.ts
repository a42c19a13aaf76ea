import { join } from 'node:path';
import { buildFunction } from '../../infra/build-functions.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { configureLocalAws } from '../../infra/local/environment.ts';
import { apiEnvironment } from '../support/api/api-environment.ts';
import { jsonEvent } from '../support/api/api-event.ts';
import { registration } from '../support/api/make.ts';

interface Reply {
  statusCode: number;
  body: string;
}
type Handler = (request: object, context: object) => Promise<Reply>;

/** The function that is deployed, and a bare one, over the embedded database in memory, with so many accounts. */
export async function openOwnApi(accountCount: number) {
  const database = await startDatabase();
  configureLocalAws({ dynamodb: database.endpoint });
  const TABLE_NAME = 'bench';
  await ensureTable(TABLE_NAME);
  Object.assign(process.env, apiEnvironment, { TABLE_NAME });
  const { handler }: { handler: Handler } = await import(join(await buildFunction('api'), 'index.mjs'));
  const { handler: bare }: { handler: Handler } = await import(join(import.meta.dirname, 'bare-api.js'));

  const accounts = Array.from({ length: accountCount }, (_, place) =>
    registration({ userName: `utah_teapot_${place}`, email: `teapot-${place}@example.org` }),
  );
  for (const body of accounts) await handler(jsonEvent('POST', '/api/auth/register', { body }), {});
  const readProfile = async (api: Handler, token: string) => {
    const { body } = await api(jsonEvent('GET', '/api/userinfo', { token }), {});
    if (!body.includes('utah_teapot')) throw new Error(body);
  };
  return {
    /** All accounts at once. @returns the sessions' tokens */
    signIn: (): Promise<string[]> =>
      Promise.all(
        accounts.map(async ({ userName: username, password }) => {
          const body = { username, password };
          const reply = await handler(jsonEvent('POST', '/api/auth/login', { body }), {});
          if (reply.statusCode !== 200) throw new Error(reply.body);
          return JSON.parse(reply.body).token;
        }),
      ),
    checkSession: (token: string) => readProfile(handler, token),
    checkBareSession: (token: string) => readProfile(bare, token),
    stop: () => database.stop(),
  };
}
