import type * as dynamo from '@aws-sdk/client-dynamodb';

/** A row as DynamoDB has it on the wire. */
export type Item = Record<string, dynamo.AttributeValue>;

interface OnOneTable {
  GetItem: [dynamo.GetItemCommandInput, dynamo.GetItemCommandOutput];
  PutItem: [dynamo.PutItemCommandInput, dynamo.PutItemCommandOutput];
  UpdateItem: [dynamo.UpdateItemCommandInput, dynamo.UpdateItemCommandOutput];
  DeleteItem: [dynamo.DeleteItemCommandInput, dynamo.DeleteItemCommandOutput];
  Query: [dynamo.QueryCommandInput, dynamo.QueryCommandOutput];
  DescribeTable: [dynamo.DescribeTableCommandInput, dynamo.DescribeTableCommandOutput];
  CreateTable: [dynamo.CreateTableCommandInput, dynamo.CreateTableCommandOutput];
  UpdateTable: [dynamo.UpdateTableCommandInput, dynamo.UpdateTableCommandOutput];
}

interface OnNamedTables {
  BatchGetItem: [dynamo.BatchGetItemCommandInput, dynamo.BatchGetItemCommandOutput];
  BatchWriteItem: [dynamo.BatchWriteItemCommandInput, dynamo.BatchWriteItemCommandOutput];
  /** Without a token a lost reply would make one call two. */
  TransactWriteItems: [
    dynamo.TransactWriteItemsCommandInput & { ClientRequestToken: string },
    dynamo.TransactWriteItemsCommandOutput,
  ];
}

const namingTables: Record<keyof OnNamedTables, true> = {
  BatchGetItem: true,
  BatchWriteItem: true,
  TransactWriteItems: true,
};

/** Whether DynamoDB wants the tables' names inside the call. */
export const namesTables = (call: CallName): boolean => call in namingTables;

export type CallName = keyof OnOneTable | keyof OnNamedTables;

/** What a call takes: the table's name is filled in where DynamoDB wants it at the top. */
export type InputOf<C extends CallName> = C extends keyof OnOneTable
  ? Omit<OnOneTable[C][0], 'TableName'>
  : C extends keyof OnNamedTables
    ? OnNamedTables[C][0]
    : never;

export type OutputOf<C extends CallName> = Omit<
  C extends keyof OnOneTable ? OnOneTable[C][1] : C extends keyof OnNamedTables ? OnNamedTables[C][1] : never,
  '$metadata'
>;

interface Details extends ErrorOptions {
  isPassing?: boolean;
  item?: Item | undefined;
  reasons?: readonly dynamo.CancellationReason[] | undefined;
}

/** What DynamoDB refused, or `NoReply` where it gave none. */
export class TableError extends Error {
  override readonly name = 'TableError';
  /** DynamoDB's own: `ConditionalCheckFailedException`. */
  readonly code: string;
  /** Whether the same call may succeed in a moment. */
  readonly isPassing: boolean;
  /** The row that stood in the way, where it was asked for. */
  readonly item: Item | undefined;
  /** Of a cancelled transaction, one for each of its writes. */
  readonly reasons: readonly dynamo.CancellationReason[];

  constructor(code: string, message: string, details: Details = {}) {
    const { isPassing = false, item, reasons = [], ...options } = details;
    super(`${code}: ${message}`, options);
    this.code = code;
    this.isPassing = isPassing;
    this.item = item;
    this.reasons = reasons;
  }
}

/** Whether a write's own condition did not hold. */
export const isConditionFailure = (cause: unknown): cause is TableError =>
  cause instanceof TableError && cause.code === 'ConditionalCheckFailedException';

/** What a write replies, or undefined where its own condition did not hold. */
export async function unlessRefused<Reply>(write: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await write;
  } catch (cause) {
    if (isConditionFailure(cause)) return undefined;
    throw cause;
  }
}
