import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { table as shape } from '../../functions/platform/table/schema.ts';

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
} satisfies Omit<CreateTableCommandInput, 'TableName'>;

/** Creates the table where it is missing; adds to one made by an older version the indexes that came since. */
export async function ensureTable(TableName: string, client = new DynamoDBClient()): Promise<void> {
  const found = await client.send(new DescribeTableCommand({ TableName })).catch((cause: unknown) => {
    if (cause instanceof ResourceNotFoundException) return undefined;
    throw cause;
  });
  if (found === undefined) {
    await client.send(new CreateTableCommand({ TableName, ...createTableInput })).catch((cause: unknown) => {
      if (!(cause instanceof ResourceInUseException)) throw cause;
    });
    return;
  }
  const present = new Set(found.Table?.GlobalSecondaryIndexes?.map((each) => each.IndexName));
  for (const missing of shape.indexes.filter(({ name }) => !present.has(name))) {
    const added = {
      TableName,
      AttributeDefinitions: attributes,
      GlobalSecondaryIndexUpdates: [{ Create: { ...index(missing) } }],
    };
    await client.send(new UpdateTableCommand(added));
  }
}
