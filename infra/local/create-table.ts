import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { table } from '../../functions/store/table.ts';

type Index = (typeof table.indexes)[number];

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

const attributes = [table, ...table.indexes]
  .flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey])
  .map((name) => ({ AttributeName: name, AttributeType: 'S' as const }));

/** The one table as DynamoDB's own call wants it. */
export function createTableInput(tableName: string): CreateTableCommandInput {
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: attributes,
    KeySchema: key(table.partitionKey, table.sortKey),
    GlobalSecondaryIndexes: table.indexes.map(index),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  };
}

/** Creates the table where it is missing; adds to one made by an older version the indexes that came since. */
export async function ensureTable(client: DynamoDBClient, tableName: string): Promise<void> {
  const found = await client
    .send(new DescribeTableCommand({ TableName: tableName }))
    .catch((error: unknown) => {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    });
  if (found === undefined) {
    await client.send(new CreateTableCommand(createTableInput(tableName))).catch((error: unknown) => {
      if (!(error instanceof ResourceInUseException)) throw error;
    });
    return;
  }
  const present = new Set(found.Table?.GlobalSecondaryIndexes?.map((each) => each.IndexName));
  for (const missing of table.indexes.filter(({ name }) => !present.has(name))) {
    await client.send(
      new UpdateTableCommand({
        TableName: tableName,
        AttributeDefinitions: attributes,
        GlobalSecondaryIndexUpdates: [{ Create: { ...index(missing) } }],
      }),
    );
  }
}
