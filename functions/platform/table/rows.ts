import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type * as z from 'zod/mini';
import { batchesOf } from '#shared/paging';
import { type InputOf, type Item, itemKey, type Key, type OutputOf, parseItem, type Table } from './table.ts';

/** One row as it stands after every write so far; undefined if it does not exist, or cannot, because its key is too long. */
export const readRow = async (table: Table, key: Key): Promise<Item | undefined> =>
  canExist(key) ? (await table.call('GetItem', { Key: key, ConsistentRead: true })).Item : undefined;

/** The same as `schema` parses it. */
export async function findRow<Row extends z.ZodMiniType>(
  table: Table,
  key: Key,
  schema: Row,
): Promise<z.output<Row> | undefined> {
  const item = await readRow(table, key);
  return item && parseItem(schema, item);
}

/**
 * The rows with a key prefix, by sort key, as they stand after every write so far. `sk` is the beginning of the sort
 * keys; if it is empty, all rows of the partition are read.
 */
export const rowsWithPrefix = (
  table: Table,
  { pk, sk }: Key,
  { latestFirst = false } = {},
): AsyncGenerator<Item, void> =>
  queryAll(table, {
    KeyConditionExpression: sk === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk || undefined },
    ScanIndexForward: !latestFirst,
    ConsistentRead: true,
  });

/** The same as `schema` parses them. */
export const listRows = <Row extends z.ZodMiniType>(
  table: Table,
  prefix: Key,
  schema: Row,
  order?: { latestFirst: boolean },
): Promise<z.output<Row>[]> =>
  Array.fromAsync(rowsWithPrefix(table, prefix, order), (row) => parseItem(schema, row));

const CONCURRENT_DELETIONS = 8;

/** Deletes the rows with a key prefix. */
export async function deleteRows(table: Table, prefix: Key): Promise<void> {
  const rows = await Array.fromAsync(rowsWithPrefix(table, prefix), itemKey);
  await pLimit(CONCURRENT_DELETIONS).map(rows, (Key) => table.call('DeleteItem', { Key }));
}

/** The keys of the first rows with work left, by due time; with `now`, only those that are due. */
export async function queryDue(table: Table, due: string, limit: number, now?: Date): Promise<Key[]> {
  const { Items = [] } = await table.call('Query', {
    IndexName: 'due',
    KeyConditionExpression: now ? 'due = :due AND dueAt <= :now' : 'due = :due',
    ExpressionAttributeValues: { ':due': due, ':now': now?.toISOString() },
    Limit: limit,
  });
  return Items.map(itemKey);
}

/** Every row of a query, page by page; a caller that stops early requests no further page. */
export async function* queryAll(table: Table, input: InputOf<'Query'>): AsyncGenerator<Item, void> {
  let page: OutputOf<'Query'> = {};
  do {
    page = await table.call('Query', {
      ...input,
      ...(page.LastEvaluatedKey && { ExclusiveStartKey: page.LastEvaluatedKey }),
    });
    yield* page.Items ?? [];
  } while (page.LastEvaluatedKey);
}

type Row = Key & Item;

/** The maximum of one DynamoDB call. */
const MOST_READS = 100;
const MOST_WRITES = 25;
const CONCURRENT_BATCHES = 6;

/**
 * The rows with these keys, in their order, as they stand after every write so far; undefined for one that does not exist,
 * or cannot, because its key is too long. One call of the table for each 100 of them.
 */
export async function readRows(table: Table, keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  await inBatches<Key>(byKey(keys.filter(canExist)), MOST_READS, async (Keys) => {
    const { Responses, UnprocessedKeys } = await table.call('BatchGetItem', {
      RequestItems: { [table.name]: { Keys, ConsistentRead: true } },
    });
    for (const row of Responses?.[table.name] ?? []) found.set(textOf(itemKey(row)), row);
    return UnprocessedKeys?.[table.name]?.Keys?.map(itemKey);
  });
  return keys.map((key) => found.get(textOf(key)));
}

type BatchWrite = NonNullable<InputOf<'BatchWriteItem'>['RequestItems']>[string][number];

/**
 * Puts and removes rows, whatever was there; some may be written while others fail. One call of the table for each 25 of
 * them.
 */
export async function writeRows(
  table: Table,
  puts: readonly Row[],
  removals: readonly Key[] = [],
): Promise<void> {
  const writes: BatchWrite[] = [
    ...byKey(puts).map((Item) => ({ PutRequest: { Item } })),
    ...byKey(removals).map((Key) => ({ DeleteRequest: { Key } })),
  ];
  await inBatches(writes, MOST_WRITES, async (some) => {
    const { UnprocessedItems } = await table.call('BatchWriteItem', { RequestItems: { [table.name]: some } });
    return UnprocessedItems?.[table.name];
  });
}

const textOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** Each row once, since DynamoDB rejects a call that names a row twice; the last one counts. */
const byKey = <Each extends Key>(rows: readonly Each[]): Each[] => [
  ...new Map(rows.map((row) => [textOf(row), row])).values(),
];

const MAX_KEY_BYTES = { pk: 2048, sk: 1024 };

/** No row has a longer key, and DynamoDB rejects a whole call for one ("Constraints"). */
const canExist = ({ pk, sk }: Key): boolean =>
  Buffer.byteLength(pk) <= MAX_KEY_BYTES.pk && Buffer.byteLength(sk) <= MAX_KEY_BYTES.sk;

/** Does the parts of a batch call, `most` at a time; `doSome` resolves to those that it left. */
const inBatches = <Part>(
  parts: readonly Part[],
  most: number,
  doSome: (parts: Part[]) => Promise<Part[] | undefined>,
) => pLimit(CONCURRENT_BATCHES).map(batchesOf(parts, most), (batch) => untilAllIsDone(batch, doSome));

const TRIES = 4;
const LONGEST_FIRST_PAUSE_MS = 100;

/** A busy table does a part of a batch and returns the rest, which the SDK does not retry. */
async function untilAllIsDone<Part>(
  parts: Part[],
  doSome: (parts: Part[]) => Promise<Part[] | undefined>,
): Promise<void> {
  let left: Part[] | undefined = parts;
  for (let attempt = 1; left?.length; attempt += 1) {
    if (attempt > TRIES) throw new Error(`The table is too busy for ${left.length} rows`);
    if (attempt > 1) await sleep(Math.random() * LONGEST_FIRST_PAUSE_MS * 2 ** (attempt - 2));
    left = await doSome(left);
  }
}
