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
