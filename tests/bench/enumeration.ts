import { randomUUID } from 'node:crypto';
import { ORIGIN_SECRET_HEADER } from '../../functions/http/app.ts';
import { openTable } from '../../functions/store/client.ts';
import { dynamoMembers } from '../../functions/store/members.ts';
import { ambient } from '../../functions/wire/ambient.ts';
import { wireApi } from '../../functions/wire/api.ts';
import { ensureTable } from '../../infra/local/create-table.ts';
import { startDatabase } from '../../infra/local/database.ts';
import { apiEnvironment, originSecret } from '../support/api-environment.ts';
import { addressProof, member } from '../support/make.ts';
import { type Figure, median } from './figures.ts';

/** Whether the time of "forgot password" tells a member's address from a stranger's: requirements, G-16. */

const SAMPLES = 500;
const TABLE_NAME = 'enumeration';

export async function measure(): Promise<Figure[]> {
  const database = await startDatabase();
  try {
    Object.assign(process.env, {
      AWS_REGION: 'ap-east-1',
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    });
    const table = openTable(TABLE_NAME);
    await ensureTable(table);
    const members = dynamoMembers(table);
    for (let n = 0; n < SAMPLES; n += 1) {
      const one = member({
        uid: String(10_000_000 + n),
        username: `member${n}`,
        email: `member${n}@example.org`,
      });
      await members.add(one, randomUUID(), addressProof(one));
    }
    const app = wireApi(
      { ...apiEnvironment, TABLE_NAME },
      ambient(() => {}),
    );
    const timed = async (email: string): Promise<number> => {
      const startedAt = performance.now();
      const reply = await app.fetch(
        new Request('https://www.example.org/api/auth/forgetPassword', {
          method: 'POST',
          headers: { 'content-type': 'application/json', [ORIGIN_SECRET_HEADER]: originSecret },
          body: JSON.stringify({ email }),
        }),
      );
      if (reply.status !== 200) throw new Error(`forgetPassword answered ${reply.status}`);
      return performance.now() - startedAt;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = 0; n < SAMPLES; n += 1) {
      known.push(await timed(`member${n}@example.org`));
      unknown.push(await timed(`nobody${n}@example.org`));
    }
    const apart = median(known) / median(unknown);
    return [
      { name: 'forgot password, known address', value: median(known), unit: 'ms' },
      { name: 'forgot password, unknown address', value: median(unknown), unit: 'ms' },
      { name: 'the slower to the quicker', value: Math.max(apart, 1 / apart), unit: 'times', atMost: 1.05 },
    ];
  } finally {
    await database.stop();
  }
}
