import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, inject, it } from 'vitest';
import { table } from '../../functions/store/table.ts';
import { createTableInput, ensureTable } from '../../infra/local/create-table.ts';

const client = new DynamoDBClient({
  endpoint: inject('dynamoEndpoint'),
  region: 'ap-southeast-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
const newName = () => `test-${randomUUID()}`;
const describe = async (name: string) =>
  (await client.send(new DescribeTableCommand({ TableName: name }))).Table;

it('makes the table with its keys, indexes and stream; a second time changes nothing', async () => {
  const name = newName();
  await ensureTable(client, name);
  const made = await describe(name);
  expect(made).toMatchObject({
    KeySchema: [
      { AttributeName: table.partitionKey, KeyType: 'HASH' },
      { AttributeName: table.sortKey, KeyType: 'RANGE' },
    ],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  });
  expect(made?.GlobalSecondaryIndexes?.map(({ IndexName, Projection }) => [IndexName, Projection])).toEqual(
    table.indexes.map(({ name: index, projection }) => [
      index,
      projection.length > 0
        ? { ProjectionType: 'INCLUDE', NonKeyAttributes: projection }
        : { ProjectionType: 'KEYS_ONLY' },
    ]),
  );
  await ensureTable(client, name);
  expect(await describe(name)).toEqual(made);
});

it('brings the table of an older version up to date', async () => {
  const name = newName();
  const { GlobalSecondaryIndexes, AttributeDefinitions, ...older } = createTableInput(name);
  await client.send(
    new CreateTableCommand({ ...older, AttributeDefinitions: AttributeDefinitions?.slice(0, 2) }),
  );
  await ensureTable(client, name);
  expect((await describe(name))?.GlobalSecondaryIndexes).toHaveLength(table.indexes.length);
});
