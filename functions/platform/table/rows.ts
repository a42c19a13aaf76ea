import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import { batchesOf } from '#shared/paging';
import { currentDeadline, type Deadline, takeRetry, waitFor, withDeadlineOf } from '../deadline.ts';
import { type InputOf, type Item, itemKey, type Key, type OutputOf, type Table } from './table.ts';

/** One row as it stands after every write so far, in a call of its own: `readRows` joins several. */
export const readRow = async (table: Table, key: Key): Promise<Item | undefined> =>
  (await table.call('GetItem', { Key: key, ConsistentRead: true })).Item;

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
 * or cannot, because its key is too long. All keys requested in one turn of the event loop are read by one call, 100 rows
 * at a time.
 */
export async function readRows(table: Table, keys: Key[]): Promise<(Item | undefined)[]> {
  return waitFor(Promise.all(keys.map((key) => readsOf(table).load({ key, deadline: currentDeadline() }))));
}

/** Rows by partition key, or by `nameOf` their keys. Takes any number; rows that do not exist are missing. */
export async function readMany(
  table: Table,
  wanted: readonly Key[],
  nameOf: (key: Key) => string = ({ pk }) => pk,
): Promise<Map<string, Item>> {
  const rows = new Map<string, Item>();
  await pLimit(CONCURRENT_BATCHES).map(batchesOf(wanted, MOST_READS), async (batch) => {
    for (const item of await readRows(table, batch)) {
      if (item) rows.set(nameOf(itemKey(item)), item);
    }
  });
  return rows;
}

/**
 * Puts and removes rows, whatever was there; some may be written while others fail. All writes of one turn of the event
 * loop go into one call, 25 rows at a time.
 */
export async function writeRows(table: Table, puts: Row[], removals: Key[] = []): Promise<void> {
  const writes: Write[] = [
    ...puts.map((row) => ({ key: itemKey(row), request: { PutRequest: { Item: row } } })),
    ...removals.map((key) => ({ key, request: { DeleteRequest: { Key: key } } })),
  ];
  const deadline = currentDeadline();
  await waitFor(Promise.all(writes.map((write) => writesOf(table).load({ ...write, deadline }))));
}

interface Asked {
  key: Key;
  /** The caller's deadline: each caller waits as long as their own allows, and the call goes on for the last of them. */
  deadline: Deadline | undefined;
}

type BatchWrite = NonNullable<InputOf<'BatchWriteItem'>['RequestItems']>[string][number];
interface Write {
  key: Key;
  request: BatchWrite;
}

const textOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** By key, since DynamoDB rejects a call that names a row twice; the last one counts. */
const byKey = <Each extends Asked>(asked: readonly Each[]): Map<string, Each> =>
  new Map(asked.map((each) => [textOf(each.key), each]));

const MAX_KEY_BYTES = { pk: 2048, sk: 1024 };

/** No row has a longer key, and DynamoDB rejects a whole call for one ("Constraints"). */
const canExist = ({ pk, sk }: Key): boolean =>
  Buffer.byteLength(pk) <= MAX_KEY_BYTES.pk && Buffer.byteLength(sk) <= MAX_KEY_BYTES.sk;

const deadlinesOf = (asked: readonly Asked[]) => new Set(asked.map(({ deadline }) => deadline));

const readsOf = perTable((table) =>
  batched(MOST_READS, async (asked: readonly Asked[]) => {
    const found = new Map<string, Item>();
    const keys = [...byKey(asked).values()].map(({ key }) => key).filter(canExist);
    await untilAllIsDone<Item>(keys, async (Keys) => {
      const { Responses, UnprocessedKeys } = await table.call('BatchGetItem', {
        RequestItems: { [table.name]: { Keys, ConsistentRead: true } },
      });
      for (const row of Responses?.[table.name] ?? []) found.set(textOf(itemKey(row)), row);
      return UnprocessedKeys?.[table.name]?.Keys;
    });
    return asked.map(({ key }) => found.get(textOf(key)));
  }),
);

const writesOf = perTable((table) =>
  batched(MOST_WRITES, async (asked: readonly (Asked & Write)[]) => {
    const requests = [...byKey(asked).values()].map(({ request }) => request);
    await untilAllIsDone<BatchWrite>(requests, async (some) => {
      const { UnprocessedItems } = await table.call('BatchWriteItem', {
        RequestItems: { [table.name]: some },
      });
      return UnprocessedItems?.[table.name];
    });
    return asked.map(() => undefined);
  }),
);

/** Without a cache: each row is read after it was requested. */
const batched = <Each extends Asked, Result>(
  most: number,
  send: (asked: readonly Each[]) => Promise<Result[]>,
): DataLoader<Each, Result> =>
  new DataLoader((asked) => withDeadlineOf(deadlinesOf(asked), () => send(asked)), {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: setImmediate,
  });

function perTable<Made>(make: (table: Table) => Made): (table: Table) => Made {
  const made = new WeakMap<Table, Made>();
  return (table) => {
    const known = made.get(table) ?? make(table);
    made.set(table, known);
    return known;
  };
}

const TRIES = 4;
const LONGEST_FIRST_PAUSE_MS = 100;

/** A busy table does a part of a batch and returns the rest, which the SDK does not retry. */
async function untilAllIsDone<Part>(
  parts: Part[],
  doSome: (parts: Part[]) => Promise<Part[] | undefined>,
): Promise<void> {
  let left: Part[] | undefined = parts;
  for (let attempt = 1; left?.length; attempt += 1) {
    if (attempt > 1) {
      const error = new Error(`The table is too busy for ${left.length} rows`);
      if (attempt > TRIES || !takeRetry(error)) throw error;
      const longest = LONGEST_FIRST_PAUSE_MS * 2 ** (attempt - 2);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
    }
    left = await doSome(left);
  }
}
