import { type Item, type Key, type Table, type TransactWrite, unlessConditionFailed } from './table.ts';

type Values = Record<string, unknown>;

const named = (values: Values) => Object.fromEntries(Object.keys(values).map((name) => [`#${name}`, name]));
const valued = (values: Values, prefix = ':') =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));
const equations = (values: Values, prefix = ':') =>
  Object.keys(values).map((name) => `#${name} = ${prefix}${name}`);

/** A row that must not be there yet; the one that stands in its way is told. */
export const putNew = (table: Table, row: Item): TransactWrite => ({
  Put: {
    TableName: table.name,
    Item: row,
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

export const put = (table: Table, row: Item): TransactWrite => ({
  Put: { TableName: table.name, Item: row },
});

/** Sets attributes of a row and takes those in `gone` away, while it still has the values of `was`. */
export const set = (
  table: Table,
  key: Key,
  values: Values,
  was: Values = {},
  gone: readonly string[] = [],
): TransactWrite => ({
  Update: {
    TableName: table.name,
    Key: key,
    UpdateExpression: [
      ...(Object.keys(values).length > 0 ? [`SET ${equations(values).join(', ')}`] : []),
      ...(gone.length > 0 ? [`REMOVE ${gone.map((name) => `#${name}`).join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: ['attribute_exists(pk)', ...equations(was, ':was_')].join(' AND '),
    ExpressionAttributeNames: {
      ...named(values),
      ...named(was),
      ...Object.fromEntries(gone.map((name) => [`#${name}`, name])),
    },
    ...(Object.keys(values).length + Object.keys(was).length > 0 && {
      ExpressionAttributeValues: { ...valued(values), ...valued(was, ':was_') },
    }),
  },
});

/** Writes nothing, and holds the others back unless the row has these values. */
export const unchanged = (table: Table, key: Key, was: Values): TransactWrite => ({
  ConditionCheck: {
    TableName: table.name,
    Key: key,
    ConditionExpression: equations(was, ':was_').join(' AND '),
    ExpressionAttributeNames: named(was),
    ExpressionAttributeValues: valued(was, ':was_'),
  },
});

/** Takes a row away; with `was` only while it has these values. */
export const remove = (table: Table, key: Key, was?: Values): TransactWrite => ({
  Delete: {
    TableName: table.name,
    Key: key,
    ...(was && {
      ConditionExpression: equations(was, ':was_').join(' AND '),
      ExpressionAttributeNames: named(was),
      ExpressionAttributeValues: valued(was, ':was_'),
    }),
  },
});

/** One change of one row in DynamoDB's own expressions. */
interface Change {
  onlyIf: string;
  update: string;
  values: Values;
  names?: Record<string, string>;
}

/** The row as it is after the change, or undefined where the condition did not hold. */
export async function updateReturning(
  table: Table,
  key: Key,
  { onlyIf, update, values, names }: Change,
): Promise<Item | undefined> {
  const changed = table.call('UpdateItem', {
    Key: key,
    ConditionExpression: onlyIf,
    UpdateExpression: update,
    ExpressionAttributeValues: values,
    ExpressionAttributeNames: names,
    ReturnValues: 'ALL_NEW',
  });
  return (await unlessConditionFailed(changed))?.Attributes;
}

/** False where the condition did not hold. */
export const updateIf = async (table: Table, key: Key, change: Change): Promise<boolean> =>
  (await updateReturning(table, key, change)) !== undefined;

/** Adds one row by itself; false where it is there already. */
export async function insertIfAbsent(table: Table, row: Item): Promise<boolean> {
  const added = table.call('PutItem', {
    Item: row,
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  return (await unlessConditionFailed(added)) !== undefined;
}
