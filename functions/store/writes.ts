import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { type Item, unlessRefused } from './calls.ts';
import { type Table, toItem } from './client.ts';

type Values = Record<string, unknown>;

const named = (values: Values) => Object.fromEntries(Object.keys(values).map((name) => [`#${name}`, name]));
const valued = (values: Values, prefix = ':') =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));
const equations = (values: Values, prefix = ':') =>
  Object.keys(values).map((name) => `#${name} = ${prefix}${name}`);

/** A row that must not be there yet; the one that stands in its way is told. */
export const putNew = (table: Table, row: object): TransactWriteItem => ({
  Put: {
    TableName: table.name,
    Item: toItem(row),
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

export const put = (table: Table, row: object): TransactWriteItem => ({
  Put: { TableName: table.name, Item: toItem(row) },
});

/** Sets attributes of a row and takes those in `gone` away, while it still has the values of `was`. */
export const set = (
  table: Table,
  key: object,
  values: Values,
  was: Values = {},
  gone: readonly string[] = [],
): TransactWriteItem => ({
  Update: {
    TableName: table.name,
    Key: toItem(key),
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
      ExpressionAttributeValues: toItem({ ...valued(values), ...valued(was, ':was_') }),
    }),
  },
});

/** Writes nothing, and holds the others back unless the row has these values. */
export const unchanged = (table: Table, key: object, was: Values): TransactWriteItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key: toItem(key),
    ConditionExpression: equations(was, ':was_').join(' AND '),
    ExpressionAttributeNames: named(was),
    ExpressionAttributeValues: toItem(valued(was, ':was_')),
  },
});

/** Takes a row away; with `was` only while it has these values. */
export const remove = (table: Table, key: object, was?: Values): TransactWriteItem => ({
  Delete: {
    TableName: table.name,
    Key: toItem(key),
    ...(was && {
      ConditionExpression: equations(was, ':was_').join(' AND '),
      ExpressionAttributeNames: named(was),
      ExpressionAttributeValues: toItem(valued(was, ':was_')),
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
export async function changedRow(
  table: Table,
  key: object,
  { onlyIf, update, values, names }: Change,
): Promise<Item | undefined> {
  const changed = table.call('UpdateItem', {
    Key: toItem(key),
    ConditionExpression: onlyIf,
    UpdateExpression: update,
    ExpressionAttributeValues: toItem(values),
    ExpressionAttributeNames: names,
    ReturnValues: 'ALL_NEW',
  });
  return (await unlessRefused(changed))?.Attributes;
}

/** False where the condition did not hold. */
export const changeRow = async (table: Table, key: object, change: Change): Promise<boolean> =>
  (await changedRow(table, key, change)) !== undefined;

/** Adds one row by itself; false where it is there already. */
export async function addRow(table: Table, row: object): Promise<boolean> {
  const added = table.call('PutItem', {
    Item: toItem(row),
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  return (await unlessRefused(added)) !== undefined;
}
