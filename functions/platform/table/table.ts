import { randomUUID } from 'node:crypto';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type BatchWriteCommandOutput,
  DeleteCommand,
  type DeleteCommandInput,
  type DeleteCommandOutput,
  DynamoDBDocumentClient,
  GetCommand,
  type GetCommandInput,
  type GetCommandOutput,
  PutCommand,
  type PutCommandInput,
  type PutCommandOutput,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  type TransactWriteCommandOutput,
  UpdateCommand,
  type UpdateCommandInput,
  type UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { currentDeadline, takeRetry } from '../deadline.ts';
import { withRetryBudget } from '../sdk-retries.ts';

/** What the functions ask of DynamoDB, by its own names: each call that is not here stays out of the bundles. */
interface Calls {
  GetItem: [GetCommandInput, GetCommandOutput];
  PutItem: [PutCommandInput, PutCommandOutput];
  UpdateItem: [UpdateCommandInput, UpdateCommandOutput];
  DeleteItem: [DeleteCommandInput, DeleteCommandOutput];
  Query: [QueryCommandInput, QueryCommandOutput];
  BatchGetItem: [BatchGetCommandInput, BatchGetCommandOutput];
  BatchWriteItem: [BatchWriteCommandInput, BatchWriteCommandOutput];
  TransactWriteItems: [TransactWriteCommandInput, TransactWriteCommandOutput];
}

export type CallName = keyof Calls;
/** The table's name is filled in where DynamoDB wants it at the top. */
export type InputOf<C extends CallName> = Omit<Calls[C][0], 'TableName'>;
export type OutputOf<C extends CallName> = Omit<Calls[C][1], '$metadata'>;

/** A row, as JavaScript has its values. */
export type Item = Record<string, unknown>;
export type TransactWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The one door to the table: `call('GetItem', { Key })`. Failures are the exceptions of Amazon's client. */
export interface Table {
  name: string;
  call<C extends CallName>(name: C, input: InputOf<C>): Promise<OutputOf<C>>;
  /**
   * All the writes or none. Returns the conditions that failed, in the order of the writes; none means done. Collisions with
   * other transactions are tried again. With the same `idempotencyKey` a repeated call is one call for ten minutes.
   */
  commit(writes: readonly TableWrite[], idempotencyKey?: string): Promise<FailedCondition[]>;
}

/** One write of a transaction. `label` says in a failed commit which condition did not hold. */
export interface TableWrite {
  readonly label: string;
  /** In DynamoDB's own shape, for the table of this name. */
  readonly write: (TableName: string) => TransactWrite;
}

/** A condition of a transaction that did not hold: the label of its write and the row as it stands, where asked for. */
export interface FailedCondition {
  label: string;
  item: Item | undefined;
}

/** Of one try; the deadline of the request or run ends them all. */
const CONNECTION_MS = 2000;
const REPLY_MS = 3000;
/** The client counts waiting for one of 50 sockets as connecting: a crowd would be told that nobody answers. */
const unqueued = { maxSockets: Number.POSITIVE_INFINITY };

interface TableSettings extends DynamoDBClientConfig {
  replyMs?: number;
}

/** Region, endpoint and credentials come from the surroundings where they are not given. */
export function openTable(name: string, { replyMs = REPLY_MS, ...given }: TableSettings = {}): Table {
  const client = new DynamoDBClient({
    // Its lookup would cost a cold start more than it saves, and no limit here depends on it.
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
  const documents = DynamoDBDocumentClient.from(withRetryBudget(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const place = { documents, TableName: name };
  return tableOver(name, (call, input) => send[call](place, input));
}

/** The table whose calls go through `call`: the client's, or one that counts or breaks them. */
export function tableOver(name: string, call: Table['call']): Table {
  const table: Table = {
    name,
    call,
    commit: (writes, idempotencyKey) => commit(table, writes, idempotencyKey),
  };
  return table;
}

interface Place {
  documents: DynamoDBDocumentClient;
  TableName: string;
}

const send: { [C in CallName]: (place: Place, input: InputOf<C>) => Promise<OutputOf<C>> } = {
  GetItem: ({ documents, TableName }, input) =>
    documents.send(new GetCommand({ TableName, ...input }), underDeadline()),
  PutItem: ({ documents, TableName }, input) =>
    documents.send(new PutCommand({ TableName, ...input }), underDeadline()),
  UpdateItem: ({ documents, TableName }, input) =>
    documents.send(new UpdateCommand({ TableName, ...input }), underDeadline()),
  DeleteItem: ({ documents, TableName }, input) =>
    documents.send(new DeleteCommand({ TableName, ...input }), underDeadline()),
  Query: ({ documents, TableName }, input) =>
    documents.send(new QueryCommand({ TableName, ...input }), underDeadline()),
  BatchGetItem: ({ documents }, input) => documents.send(new BatchGetCommand(input), underDeadline()),
  BatchWriteItem: ({ documents }, input) => documents.send(new BatchWriteCommand(input), underDeadline()),
  TransactWriteItems: ({ documents }, input) =>
    documents.send(new TransactWriteCommand(input), underDeadline()),
};

function underDeadline(): { abortSignal?: AbortSignal } {
  const signal = currentDeadline()?.signal;
  return signal ? { abortSignal: signal } : {};
}

/** What the table holds is parsed like anything else that comes from outside. */
export const parseItem = <S extends z.ZodMiniType>(schema: S, item: Item): z.output<S> => schema.parse(item);

const KeyItem = z.object({ pk: z.string(), sk: z.string() });
export type Key = z.output<typeof KeyItem>;

/** Where a row lies. */
export const itemKey = (item: Item): Key => parseItem(KeyItem, item);

export const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** The row that stood in the way of a write whose own condition did not hold, where asked for. Throws any other fault. */
export function rowInTheWay(cause: unknown): Item | undefined {
  if (!(cause instanceof ConditionalCheckFailedException)) throw cause;
  return translated(cause);
}

/** The document client translates replies, and leaves attribute values in what is refused. */
const translated = ({ Item }: { Item?: Record<string, AttributeValue> | undefined }): Item | undefined =>
  Item && unmarshall(Item);

/** What a write replies, or undefined where its own condition did not hold. */
export async function unlessConditionFailed<Reply>(write: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await write;
  } catch (cause) {
    rowInTheWay(cause);
    return undefined;
  }
}

/** What passes by itself: another transaction on the same row, a table that is busy. */
const RETRYABLE = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
const MAX_ATTEMPTS = 6;

async function commit(
  table: Table,
  writes: readonly TableWrite[],
  idempotencyKey: string = randomUUID(),
): Promise<FailedCondition[]> {
  const TransactItems = writes.map(({ write }) => write(table.name));
  for (let attempt = 1; ; attempt += 1) {
    try {
      // DynamoDB takes one token for one attempt, of 36 characters at most.
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
      if (attempt === MAX_ATTEMPTS || !takeRetry(cause)) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10));
    }
  }
}
