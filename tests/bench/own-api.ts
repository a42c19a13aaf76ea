import { join } from 'node:path';
import { buildFunction } from '../../infra/build-functions.ts';
import { apiEnvironment } from '../support/api/api-environment.ts';
import { jsonEvent } from '../support/api/api-event.ts';
import { registration } from '../support/api/make.ts';

interface Reply {
  statusCode: number;
  body: string;
}
type Handler = (request: object, context: object) => Promise<Reply>;

/** The function that is deployed, and a bare one, over a table with so many accounts. */
export async function openOwnApi(TABLE_NAME: string, accountCount: number) {
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
  };
}
