import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { inject } from 'vitest';
import { openTable, type Table } from '../../../functions/platform/table/table.ts';
import { createTableInput } from '../../../infra/local/database.ts';
import { WAIT_LIMIT_MS } from '../time-limits.ts';

/** The environment variables of the SDK for the local machine. */
export const localAws = {
  AWS_REGION: 'ap-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL_DYNAMODB: inject('dynamoEndpoint'),
};
Object.assign(process.env, localAws);
const client = new DynamoDBClient();

/** A new, empty table on the embedded database. */
export async function freshTable(): Promise<Table> {
  const name = `test-${randomUUID()}`;
  await client.send(new CreateTableCommand({ TableName: name, ...createTableInput }));
  // A busy machine is no fault of the database.
  return openTable(name, { replyMs: WAIT_LIMIT_MS });
}

/** Every row, as Amazon's own client reads it. */
export async function allRows({ name }: Pick<Table, 'name'>): Promise<Record<string, unknown>[]> {
  const rows = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) {
    rows.push(...Items.map((item) => unmarshall(item)));
  }
  return rows;
}
