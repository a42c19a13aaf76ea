import type { GlobalSecondaryIndex, KeySchemaElement } from '@aws-sdk/client-dynamodb';
import { type InputOf, TableError } from '../../functions/store/calls.ts';
import type { Table } from '../../functions/store/client.ts';
import { table as shape } from '../../functions/store/table.ts';

type Index = (typeof shape.indexes)[number];

const key = (partition: string, sort: string): KeySchemaElement[] => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];

const index = ({ name, partitionKey, sortKey, projection }: Index): GlobalSecondaryIndex => ({
  IndexName: name,
  KeySchema: key(partitionKey, sortKey),
  Projection:
    projection.length === 0
      ? { ProjectionType: 'KEYS_ONLY' }
      : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projection] },
});

const attributes = [shape, ...shape.indexes]
  .flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey])
  .map((name) => ({ AttributeName: name, AttributeType: 'S' as const }));

/**
 * The one table as DynamoDB's own call wants it. It has no stream: what that starts in the cloud, the clock does here, and
 * it would make each write four times as slow.
 */
export const createTableInput = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: attributes,
  KeySchema: key(shape.partitionKey, shape.sortKey),
  GlobalSecondaryIndexes: shape.indexes.map(index),
} satisfies InputOf<'CreateTable'>;

const has = (code: string, cause: unknown) => cause instanceof TableError && cause.code === code;

/** Creates the table where it is missing; adds to one made by an older version the indexes that came since. */
export async function ensureTable(table: Table): Promise<void> {
  const found = await table.call('DescribeTable', {}).catch((cause: unknown) => {
    if (has('ResourceNotFoundException', cause)) return undefined;
    throw cause;
  });
  if (found === undefined) {
    await table.call('CreateTable', createTableInput).catch((cause: unknown) => {
      if (!has('ResourceInUseException', cause)) throw cause;
    });
    return;
  }
  const present = new Set(found.Table?.GlobalSecondaryIndexes?.map((each) => each.IndexName));
  for (const missing of shape.indexes.filter(({ name }) => !present.has(name))) {
    await table.call('UpdateTable', {
      AttributeDefinitions: attributes,
      GlobalSecondaryIndexUpdates: [{ Create: { ...index(missing) } }],
    });
  }
}
