import { join } from 'node:path';
import { buildFunction } from '../../infra/build-functions.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { configureLocalAws } from '../../infra/local/environment.ts';
import { apiEnvironment } from '../support/api/api-environment.ts';
import { jsonEvent } from '../support/api/api-event.ts';
import { registration } from '../support/api/make.ts';
import type { Contender } from './contender.ts';

interface Reply {
  statusCode: number;
  body: string;
}

/** The function that is deployed, over the embedded database in memory, with one account for each lane. */
export async function open(lanes: number): Promise<Contender> {
  configureLocalAws({ dynamodb: (await startDatabase()).endpoint });
  const TABLE_NAME = 'bench';
  await ensureTable(TABLE_NAME);
  Object.assign(process.env, apiEnvironment, { TABLE_NAME });
  const { handler }: { handler(request: object, context: object): Promise<Reply> } = await import(
    join(await buildFunction('api'), 'index.mjs')
  );

  const accounts = Array.from({ length: lanes }, (_, lane) =>
    registration({ userName: `utah_teapot_${lane}`, email: `teapot-${lane}@example.org` }),
  );
  for (const body of accounts) await handler(jsonEvent('POST', '/api/auth/register', { body }), {});
  return {
    async signIn(lane) {
      const { userName: username, password } = accounts[lane] ?? {};
      const reply = await handler(jsonEvent('POST', '/api/auth/login', { body: { username, password } }), {});
      if (reply.statusCode !== 200) throw new Error(reply.body);
      return JSON.parse(reply.body).token;
    },
    useSession(token) {
      const request = jsonEvent('GET', '/api/userinfo', { token });
      return async () => {
        const { body } = await handler(request, {});
        if (!body.includes('utah_teapot')) throw new Error(body);
      };
    },
  };
}
