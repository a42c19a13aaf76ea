import { readRows } from './rows.ts';
import { type Item, itemKey, type Key, type Table } from './table.ts';

const MOST_KEYS = 100;
const AT_ONCE = 6;

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
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      for (const item of await readRows(table, batch)) {
        if (item) rows.set(nameOf(itemKey(item)), item);
      }
    }
  });
  await Promise.all(lanes);
  return rows;
}
