import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openTable } from '../../functions/store/client.ts';
import { table as shape } from '../../functions/store/table.ts';
import { createTableInput, ensureTable } from '../../infra/local/create-table.ts';
import '../support/dynamo.ts';

const newTable = () => openTable(`test-${randomUUID()}`);

it('makes the table with its keys and indexes; a second time changes nothing', async () => {
  const table = newTable();
  await ensureTable(table);
  const { Table: made } = await table.call('DescribeTable', {});
  expect(made).toMatchObject({
    KeySchema: [
      { AttributeName: shape.partitionKey, KeyType: 'HASH' },
      { AttributeName: shape.sortKey, KeyType: 'RANGE' },
    ],
  });
  expect(made).not.toHaveProperty('StreamSpecification');
  expect(made?.GlobalSecondaryIndexes?.map(({ IndexName, Projection }) => [IndexName, Projection])).toEqual(
    shape.indexes.map(({ name: index, projection }) => [
      index,
      projection.length > 0
        ? { ProjectionType: 'INCLUDE', NonKeyAttributes: projection }
        : { ProjectionType: 'KEYS_ONLY' },
    ]),
  );
  await ensureTable(table);
  expect((await table.call('DescribeTable', {})).Table).toEqual(made);
});

it('brings the table of an older version up to date', async () => {
  const table = newTable();
  const { GlobalSecondaryIndexes, AttributeDefinitions, ...older } = createTableInput;
  await table.call('CreateTable', { ...older, AttributeDefinitions: AttributeDefinitions.slice(0, 2) });
  await ensureTable(table);
  const { Table: found } = await table.call('DescribeTable', {});
  expect(found?.GlobalSecondaryIndexes).toHaveLength(shape.indexes.length);
});
