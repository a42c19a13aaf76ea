import type { InputOf, Item, OutputOf } from './calls.ts';
import { type Table, toItem } from './client.ts';

interface Place {
  pk: string;
  /** What the sort keys begin with; empty for all of the partition. */
  sk: string;
}

/** One row as it stands after every write so far, in a call of its own: `readRows` gathers where many are asked for. */
export const readRow = async (table: Table, key: object): Promise<Item | undefined> =>
  (await table.call('GetItem', { Key: toItem(key), ConsistentRead: true })).Item;

/** The rows at a place of `below`, in the order of their sort keys, as they stand after every write so far. */
export const rowsBelow = (
  table: Table,
  { pk, sk }: Place,
  { latestFirst = false } = {},
): AsyncGenerator<Item, void> =>
  queryAll(table, {
    KeyConditionExpression: sk === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: toItem({ ':pk': pk, ':sk': sk || undefined }),
    ScanIndexForward: !latestFirst,
    ConsistentRead: true,
  });

/** Every row of a query, page after page; who stops early asks for no further page. */
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
