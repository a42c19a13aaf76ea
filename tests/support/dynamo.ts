import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openTable, type Table } from '../../functions/store/client.ts';
import { ensureTable } from '../../infra/local/create-table.ts';

/** What the SDK finds in its surroundings on the local machine. */
export const localAws = {
  AWS_REGION: 'ap-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL_DYNAMODB: inject('dynamoEndpoint'),
};
Object.assign(process.env, localAws);

/** A new, empty table on the embedded database. */
export async function freshTable(): Promise<Table> {
  const table = openTable(`test-${randomUUID()}`);
  await ensureTable(table.client, table.name);
  return table;
}
