import type { Item } from './calls.ts';
import { queryAll, type Table, toItem } from './client.ts';

interface Below {
  pk: string;
  /** What the sort keys begin with; empty for all of the partition. */
  sk: string;
}

/** One row as it stands after every write so far, in a call of its own: `readRows` gathers where many are asked for. */
export const readRow = async (table: Table, key: object): Promise<Item | undefined> =>
  (await table.call('GetItem', { Key: toItem(key), ConsistentRead: true })).Item;

/** The rows below a place of `keys.ts`, in the order of their sort keys, as they stand after every write so far. */
export const rowsBelow = (
  table: Table,
  { pk, sk }: Below,
  { latestFirst = false } = {},
): AsyncGenerator<Item, void> =>
  queryAll(table, {
    KeyConditionExpression: sk === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: toItem({ ':pk': pk, ...(sk !== '' && { ':sk': sk }) }),
    ScanIndexForward: !latestFirst,
    ConsistentRead: true,
  });
