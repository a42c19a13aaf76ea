import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { table as shape } from '../../functions/platform/table/schema.ts';
import { createTableInput, ensureTable } from '../../infra/local/database.ts';
import '../support/table/dynamo.ts';

const client = new DynamoDBClient();
const newName = () => `test-${randomUUID()}`;
const describe = async (TableName: string) =>
  (await client.send(new DescribeTableCommand({ TableName }))).Table;

it('the table is created with its keys and indexes, and a second time unchanged', async () => {
  const name = newName();
  await ensureTable(name);
  const made = await describe(name);
  expect(made).toMatchObject({
    KeySchema: [
      { AttributeName: shape.partitionKey, KeyType: 'HASH' },
      { AttributeName: shape.sortKey, KeyType: 'RANGE' },
    ],
  });
  expect(made?.GlobalSecondaryIndexes?.map(({ IndexName, Projection }) => [IndexName, Projection])).toEqual(
    shape.indexes.map(({ name: index, projection }) => [
      index,
      projection.length > 0
        ? { ProjectionType: 'INCLUDE', NonKeyAttributes: projection }
        : { ProjectionType: 'KEYS_ONLY' },
    ]),
  );
  await ensureTable(name);
  expect(await describe(name)).toEqual(made);
});

it('the table of an older version is brought up to date', async () => {
  const name = newName();
  const { GlobalSecondaryIndexes, AttributeDefinitions, ...older } = createTableInput;
  await client.send(
    new CreateTableCommand({
      TableName: name,
      ...older,
      AttributeDefinitions: AttributeDefinitions.slice(0, 2),
    }),
  );
  await ensureTable(name);
  const found = await describe(name);
  expect(found?.GlobalSecondaryIndexes).toHaveLength(shape.indexes.length);
});
