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

/** The embedded database looks for a signature but does not check it, and to make one takes a tenth of each call. */
const signed = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260302/ap-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00',
  'x-amz-date': '20260302T080000Z',
};

/** A new, empty table on the embedded database. */
export async function freshTable(): Promise<Table> {
  const name = `test-${randomUUID()}`;
  await client.send(new CreateTableCommand({ TableName: name, ...createTableInput }));
  return openTable(name, {
    // A busy machine is no fault of the database.
    replyMs: WAIT_LIMIT_MS,
    signer: {
      sign: async (request) => Object.assign(request, { headers: { ...request.headers, ...signed } }),
    },
  });
}

/** Every row, as Amazon's own client reads it. */
export async function allRows({ name }: Pick<Table, 'name'>): Promise<Record<string, unknown>[]> {
  const rows = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) {
    rows.push(...Items.map((item) => unmarshall(item)));
  }
  return rows;
}
