import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  ListTablesCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { table as shape } from '../../functions/platform/table/schema.ts';
import { StartupError } from './disk/errors.ts';
import { localAccessKey } from './emulators/server.ts';
import { type ChildHandle, startChild } from './processes.ts';

export interface Database {
  readonly endpoint: string;
  /** Resolves when the database has ended, for whatever reason. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/**
 * Ports that browsers refuse to connect to from any page (Fetch standard, section "Port blocking"), except those that
 * need administrator's rights, and 4190 and 6679, to which Chromium connects. The database checks no signatures and
 * answers preflights from every origin, so any page that found its port could read and write everything.
 */
const PORTS_CLOSED_TO_BROWSERS = [
  ...[1719, 1720, 1723, 2049, 3659, 4045, 5060, 5061, 6000],
  ...[6566, 6665, 6666, 6667, 6668, 6669, 6697, 10_080],
];

/** Starts the embedded DynamoDB on this machine, out of the reach of web pages; in memory without a file. */
export async function startDatabase(file?: string): Promise<Database> {
  const program = findDatabaseProgram();
  const storage = file === undefined ? [] : ['--db-path', file];
  let firstAnswer = '';
  for (const { host, port } of addressesToTry()) {
    const child = startChild(program, ['--host', host, '--port', String(port), ...storage], {
      output: 'pipe',
    });
    const answer = await firstLine(child);
    if (answer.includes('listening')) {
      return { endpoint: `http://${host}:${port}`, ended: child.ended, stop: child.stop };
    }
    await child.stop();
    firstAnswer ||= answer;
    if (!/address|in use/i.test(answer)) break;
  }
  throw new StartupError(`The local database didn't start: ${firstAnswer}`);
}

const CONNECT_TIMEOUT_MS = 5000;

/** Connects to a DynamoDB that was started elsewhere. @throws one sentence if it doesn't reply. */
export async function connectDatabase(endpoint: string): Promise<Database> {
  const client = new DynamoDBClient({
    endpoint,
    region: 'ap-southeast-1',
    credentials: { accessKeyId: localAccessKey, secretAccessKey: localAccessKey },
    maxAttempts: 1,
  });
  try {
    const abortSignal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
    await client.send(new ListTablesCommand({ Limit: 1 }), { abortSignal });
  } catch (cause) {
    throw new StartupError(
      `Can't connect to the database at ${endpoint}. Start it, or unset AWS_ENDPOINT_URL_DYNAMODB.`,
      { cause },
    );
  }
  return { endpoint, ended: new Promise(() => {}), stop: async () => {} };
}

/**
 * A random host of 127.0.0.0/8, so that any number of databases run side by side. For machines without such hosts: every
 * port of the two fixed ones, beginning with a random port.
 */
function addressesToTry(): { host: string; port: number }[] {
  const first = randomInt(PORTS_CLOSED_TO_BROWSERS.length);
  const ports = [...PORTS_CLOSED_TO_BROWSERS.slice(first), ...PORTS_CLOSED_TO_BROWSERS.slice(0, first)];
  const on = (host: string) => ports.map((port) => ({ host, port }));
  const randomHost = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
  return [...on(randomHost).slice(0, 2), ...on('127.0.0.1'), ...on('[::1]')];
}

/** @throws one sentence if the database has no program for the platform. */
function findDatabaseProgram(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${platform}/dynoxide`);
  } catch (cause) {
    throw new StartupError(
      `The local database isn't available for this platform. The package @dynoxide/${platform} is not installed. Set AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB of your own: see "Other platforms" in README.md.`,
      { cause },
    );
  }
}

/** The first line of its standard error: its address, or why it doesn't start. */
async function firstLine({ process: child, ended }: ChildHandle): Promise<string> {
  if (child.stderr === null) return '';
  child.stdout?.resume();
  const lines = createInterface({ input: child.stderr });
  const [line] = await Promise.race([once(lines, 'line'), ended.then((code) => [`it ended with ${code}`])]);
  return String(line);
}

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
 * The table in the form of DynamoDB's CreateTable. It has no stream, which would make each write four times as slow; jobs
 * that the stream starts in the cloud are started by the clock here.
 */
export const createTableInput = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: attributes,
  KeySchema: key(shape.partitionKey, shape.sortKey),
  GlobalSecondaryIndexes: shape.indexes.map(index),
} satisfies Omit<CreateTableCommandInput, 'TableName'>;

/** Creates the table if it is missing, and adds missing indexes to the table of an older version. */
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
