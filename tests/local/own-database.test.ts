import { existsSync } from 'node:fs';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { createOperator } from '../../functions/handlers/operator.ts';
import { table as shape } from '../../functions/platform/table/schema.ts';
import { runCommand } from '../../infra/cli/program.ts';
import { databaseFile } from '../../infra/local/data-folder.ts';
import { createTableInput, ensureTable, startDatabase } from '../../infra/local/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { processesOf, startedHere } from './started.ts';

it("a DynamoDB of one's own replaces the embedded database for the product and the command line, has the table of an older version brought up to date, and is missed in one sentence", async () => {
  const database = await startDatabase();
  onTestFinished(database.stop);
  const own = { databaseEndpoint: database.endpoint };
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: database.endpoint, region: 'ap-southeast-1', credentials });
  const { GlobalSecondaryIndexes, AttributeDefinitions, ...older } = createTableInput;
  const TableName = 'asiagraphics';
  const keys = { AttributeDefinitions: AttributeDefinitions.slice(0, 2) };
  await client.send(new CreateTableCommand({ TableName, ...older, ...keys }));
  await ensureTable(TableName, client);
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  expect(Table?.GlobalSecondaryIndexes).toHaveLength(shape.indexes.length);

  const folder = temporaryFolder();
  const product = await startedHere(folder, undefined, own);
  expect(product.passwordOf('teapot')).toMatch(/^[\w-]{14}$/);
  expect(product.databaseEndpoint).toBe(database.endpoint);
  expect(existsSync(databaseFile(folder))).toBe(false);
  expect(processesOf(folder)).toEqual([]);
  await product.stop();
  const environment = { DATA_DIR: folder, AWS_ENDPOINT_URL_DYNAMODB: database.endpoint };
  expect(await runCommand(['grant-admin', 'bunny'], environment)).toBe('bunny is now an administrator.');
  const operator = createOperator({ TABLE_NAME: TableName });
  expect((await operator.findMember('bunny')).role).toBe('administrator');

  await database.stop();
  await expect(startedHere(temporaryFolder(), undefined, own)).rejects.toThrow(
    `Can't connect to the database at ${database.endpoint}. Start it, or unset AWS_ENDPOINT_URL_DYNAMODB.`,
  );
});
