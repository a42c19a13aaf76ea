import type { WriteRequest } from '@aws-sdk/client-dynamodb';
import { takeRetry } from '../deadline/deadline.ts';
import { ATTEMPTS, pause } from './ask.ts';
import { toItem } from './attribute-values.ts';
import type { Item } from './calls.ts';
import type { Key, Table } from './client.ts';
import { gather, textOf } from './gather.ts';

type Row = Key & Record<string, unknown>;

/** As many as one call of DynamoDB takes. */
const MOST_READS = 100;
const MOST_WRITES = 25;

/**
 * The rows with these keys, 100 at most, in their order, as they stand after every write so far. What is asked for in one
 * turn of the event loop is read by one call.
 */
export async function readRows(table: Table, keys: Key[]): Promise<(Item | undefined)[]> {
  const found = await gatheredReads(
    table,
    keys.map((key) => [key, key]),
  );
  return keys.map((key) => found.get(textOf(key)));
}

/**
 * Puts rows and takes others away, 25 in all at most, whatever was there; some may be written where others fail. What is
 * asked for in one turn of the event loop is written by one call.
 */
export function writeRows(table: Table, puts: Row[], removals: Key[] = []): Promise<void> {
  return gatheredWrites(table, [
    ...puts.map(({ pk, sk, ...rest }): [Key, WriteRequest] => [
      { pk, sk },
      { PutRequest: { Item: toItem({ pk, sk, ...rest }) } },
    ]),
    ...removals.map((key): [Key, WriteRequest] => [key, { DeleteRequest: { Key: toItem(key) } }]),
  ]);
}

const gatheredReads = gather(MOST_READS, async (table, keys: Key[]) => {
  const found = new Map<string, Item>();
  await untilAllIsDone(keys.map(toItem), async (Keys) => {
    const asked = { [table.name]: { Keys, ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await table.call('BatchGetItem', { RequestItems: asked });
    for (const row of Responses?.[table.name] ?? []) {
      found.set(textOf({ pk: row['pk']?.S ?? '', sk: row['sk']?.S ?? '' }), row);
    }
    return UnprocessedKeys?.[table.name]?.Keys;
  });
  return found;
});

const gatheredWrites = gather(MOST_WRITES, (table, requests: WriteRequest[]) =>
  untilAllIsDone(requests, async (some) => {
    const asked = { [table.name]: some };
    const { UnprocessedItems } = await table.call('BatchWriteItem', { RequestItems: asked });
    return UnprocessedItems?.[table.name];
  }),
);

/** A table that is busy does a part and gives the rest back. */
async function untilAllIsDone<Part>(
  parts: Part[],
  doSome: (parts: Part[]) => Promise<Part[] | undefined>,
): Promise<void> {
  let left: Part[] | undefined = parts;
  for (let attempt = 1; left?.length; attempt += 1) {
    if (attempt > 1) {
      const fault = new Error(`The table is too busy for ${left.length} rows`);
      if (attempt > ATTEMPTS || !takeRetry(fault)) throw fault;
      await pause(attempt - 1);
    }
    left = await doSome(left);
  }
}
