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
