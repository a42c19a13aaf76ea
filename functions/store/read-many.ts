import * as z from 'zod/mini';
import type { Item } from './calls.ts';
import { fromItem, type Table, toItem } from './client.ts';

const MOST_KEYS = 100;
const AT_ONCE = 6;
const Key = z.object({ pk: z.string(), sk: z.string() });

/** Rows by their keys, any number of them; as `pk`, or `pk` and `sk` with a line between where `byBoth`. Missing ones are missing. */
export async function readMany(
  table: Table,
  wanted: readonly { pk: string; sk: string }[],
  nameOf: (key: { pk: string; sk: string }) => string = ({ pk }) => pk,
): Promise<Map<string, Item>> {
  const rows = new Map<string, Item>();
  const batches: (typeof wanted)[] = [];
  for (let from = 0; from < wanted.length; from += MOST_KEYS)
    batches.push(wanted.slice(from, from + MOST_KEYS));

  const read = async (batch: typeof wanted) => {
    let Keys = batch.map(toItem);
    while (Keys.length > 0) {
      const { Responses, UnprocessedKeys } = await table.call('BatchGetItem', {
        RequestItems: { [table.name]: { Keys, ConsistentRead: true } },
      });
      for (const item of Responses?.[table.name] ?? []) rows.set(nameOf(fromItem(Key, item)), item);
      Keys = UnprocessedKeys?.[table.name]?.Keys ?? [];
    }
  };
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) await read(batch);
  });
  await Promise.all(lanes);
  return rows;
}
