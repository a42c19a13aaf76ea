import { randomUUID } from 'node:crypto';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import * as dynamo from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { inTime } from '../deadline.ts';

/** The DynamoDB calls that the functions use, under their own names: all others stay out of the bundles. */
interface Calls {
  GetItem: [dynamo.GetCommandInput, dynamo.GetCommandOutput];
  PutItem: [dynamo.PutCommandInput, dynamo.PutCommandOutput];
  UpdateItem: [dynamo.UpdateCommandInput, dynamo.UpdateCommandOutput];
  DeleteItem: [dynamo.DeleteCommandInput, dynamo.DeleteCommandOutput];
  Query: [dynamo.QueryCommandInput, dynamo.QueryCommandOutput];
  BatchGetItem: [dynamo.BatchGetCommandInput, dynamo.BatchGetCommandOutput];
  BatchWriteItem: [dynamo.BatchWriteCommandInput, dynamo.BatchWriteCommandOutput];
  TransactWriteItems: [dynamo.TransactWriteCommandInput, dynamo.TransactWriteCommandOutput];
}

type CallName = keyof Calls;
/** The table's name is filled in by `call`. */
export type InputOf<C extends CallName> = Omit<Calls[C][0], 'TableName'>;
export type OutputOf<C extends CallName> = Omit<Calls[C][1], '$metadata'>;

/** A row in JavaScript's values. */
export type Item = Record<string, unknown>;
type TransactWrite = NonNullable<dynamo.TransactWriteCommandInput['TransactItems']>[number];

/** The only access to the table: `call('GetItem', { Key })`. Errors are the exceptions of the AWS SDK. */
export interface Table {
  name: string;
  call<C extends CallName>(name: C, input: InputOf<C>): Promise<OutputOf<C>>;
  /**
   * Does all the writes or none. Returns the failed conditions in the order of the writes; an empty list means success.
   * Conflicts with other transactions are retried. Repeated calls with the same `idempotencyKey` count as one for ten
   * minutes. @throws above 100 writes, the most that DynamoDB accepts
   */
  commit(writes: readonly TableWrite[], idempotencyKey?: string): Promise<FailedCondition[]>;
}

/** One write of a transaction. After a failed commit, `label` says which condition failed. */
export interface TableWrite {
  readonly label: string;
  /** In DynamoDB's own shape, for the table with this name. */
  readonly write: (TableName: string) => TransactWrite;
}

/** A failed condition of a transaction: the label of its write and, if requested, the row as it stands. */
export interface FailedCondition {
  label: string;
  item: Item | undefined;
}

/** For one try; the deadline of the request or run ends them all. */
const CONNECTION_MS = 2000;
const REPLY_MS = 3000;
/**
 * The client counts waiting for one of its 50 sockets as connecting: many calls at once would fail as if nothing
 * answered.
 */
const unqueued = { maxSockets: Number.POSITIVE_INFINITY };

interface TableSettings extends DynamoDBClientConfig {
  replyMs?: number;
}

/** Region, endpoint and credentials default to those of the environment. */
export function openTable(TableName: string, { replyMs = REPLY_MS, ...given }: TableSettings = {}): Table {
  const client = new DynamoDBClient({
    // The lookup would cost a cold start more than it saves, and no limit here depends on it.
    accountIdEndpointMode: 'disabled',
    maxAttempts: 4,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: CONNECTION_MS,
      socketTimeout: replyMs,
      httpAgent: unqueued,
      httpsAgent: unqueued,
    },
    ...given,
  });
  // Nobody listens to the client's own log, for which it would prepare each request and reply.
  client.middlewareStack.removeByTag('LOGGER');
  const documents = dynamo.DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const send: { [C in CallName]: (input: InputOf<C>) => Promise<OutputOf<C>> } = {
    GetItem: (input) => documents.send(new dynamo.GetCommand({ TableName, ...input }), inTime()),
    PutItem: (input) => documents.send(new dynamo.PutCommand({ TableName, ...input }), inTime()),
    UpdateItem: (input) => documents.send(new dynamo.UpdateCommand({ TableName, ...input }), inTime()),
    DeleteItem: (input) => documents.send(new dynamo.DeleteCommand({ TableName, ...input }), inTime()),
    Query: (input) => documents.send(new dynamo.QueryCommand({ TableName, ...input }), inTime()),
    BatchGetItem: (input) => documents.send(new dynamo.BatchGetCommand(input), inTime()),
    BatchWriteItem: (input) => documents.send(new dynamo.BatchWriteCommand(input), inTime()),
    TransactWriteItems: (input) => documents.send(new dynamo.TransactWriteCommand(input), inTime()),
  };
  return tableOver(TableName, (call, input) => send[call](input));
}

/** A table whose calls go through `call`: the client's, or one that counts or breaks them. */
export function tableOver(name: string, call: Table['call']): Table {
  const table: Table = {
    name,
    call,
    commit: (writes, idempotencyKey) => commit(table, writes, idempotencyKey),
  };
  return table;
}

/** Rows are parsed like all other input. */
export const parseItem = <S extends z.ZodMiniType>(schema: S, item: Item): z.output<S> => schema.parse(item);

const KeyItem = z.object({ pk: z.string(), sk: z.string() });
export type Key = z.output<typeof KeyItem>;

/** The key of a row. */
export const itemKey = (item: Item): Key => parseItem(KeyItem, item);

export const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** The existing row after a write whose own condition failed, if requested. Throws any other error. */
export function rowInTheWay(cause: unknown): Item | undefined {
  if (!(cause instanceof ConditionalCheckFailedException)) throw cause;
  return translated(cause);
}

/** The document client translates replies, but not the attribute values in an error. */
const translated = ({ Item }: { Item?: Record<string, AttributeValue> | undefined }): Item | undefined =>
  Item && unmarshall(Item);

/** The reply of a write, or undefined if its own condition failed. */
export async function unlessConditionFailed<Reply>(write: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await write;
  } catch (cause) {
    rowInTheWay(cause);
    return undefined;
  }
}

/** Errors that pass by themselves: another transaction on the same row, a busy table. */
const RETRYABLE = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
const MAX_ATTEMPTS = 6;
/** Of one transaction. */
export const MAX_WRITES = 100;

async function commit(
  table: Table,
  writes: readonly TableWrite[],
  idempotencyKey: string = randomUUID(),
): Promise<FailedCondition[]> {
  if (writes.length > MAX_WRITES) {
    const labels = [...new Set(writes.map(({ label }) => label))].join(', ');
    throw new Error(`A transaction has at most ${MAX_WRITES} writes, not ${writes.length}: ${labels}`);
  }
  const TransactItems = writes.map(({ write }) => write(table.name));
  for (let attempt = 1; ; attempt += 1) {
    try {
      // DynamoDB accepts a token for one attempt only, and at most 36 characters.
      const ClientRequestToken = attempt === 1 ? idempotencyKey : `${idempotencyKey}-${attempt}`.slice(-36);
      await table.call('TransactWriteItems', { TransactItems, ClientRequestToken });
      return [];
    } catch (cause) {
      if (!(cause instanceof TransactionCanceledException)) throw cause;
      const reasons = cause.CancellationReasons ?? [];
      const failed = reasons.flatMap((reason, index) =>
        reason.Code === 'ConditionalCheckFailed'
          ? [{ label: writes[index]?.label ?? '', item: translated(reason) }]
          : [],
      );
      if (failed.length > 0) return failed;
      if (!reasons.some(({ Code }) => RETRYABLE.has(Code ?? ''))) throw cause;
      if (attempt === MAX_ATTEMPTS) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10));
    }
  }
}
