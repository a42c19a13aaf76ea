import pLimit from 'p-limit';
import { readRows } from './rows.ts';
import { type Item, itemKey, type Key, type Table } from './table.ts';

const MOST_KEYS = 100;
const CONCURRENT_BATCHES = 6;

/** Rows by partition key, or by `nameOf` their keys. Takes any number; rows that do not exist are missing. */
export async function readMany(
  table: Table,
  wanted: readonly Key[],
  nameOf: (key: Key) => string = ({ pk }) => pk,
): Promise<Map<string, Item>> {
  const rows = new Map<string, Item>();
  const batches: Key[][] = [];
  for (let from = 0; from < wanted.length; from += MOST_KEYS)
    batches.push(wanted.slice(from, from + MOST_KEYS));
  await pLimit(CONCURRENT_BATCHES).map(batches, async (batch) => {
    for (const item of await readRows(table, batch)) {
      if (item) rows.set(nameOf(itemKey(item)), item);
    }
  });
  return rows;
}
