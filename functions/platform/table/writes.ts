import * as z from 'zod/mini';
import { type Item, type Key, type Table, type TableWrite, unlessConditionFailed } from './table.ts';

type Values = Record<string, unknown>;

const assignments = (values: Values) => Object.keys(values).map((name) => `#${name} = :${name}`);

/** The row exists and has these values, where undefined is absent. */
const condition = (expected: Values) =>
  [
    'attribute_exists(pk)',
    ...Object.entries(expected).map(([name, value]) =>
      value === undefined ? `attribute_not_exists(#${name})` : `#${name} = :expected_${name}`,
    ),
  ].join(' AND ');

/** The names and values that the expressions use; DynamoDB rejects an empty map of them. */
function attributesOf(expected: Values, values: Values = {}, removed: readonly string[] = []) {
  const names = [...Object.keys(values), ...Object.keys(expected), ...removed];
  const used = [
    ...Object.entries(values).map(([name, value]) => [`:${name}`, value]),
    ...Object.entries(expected).map(([name, value]) => [`:expected_${name}`, value]),
  ].filter(([, value]) => value !== undefined);
  return {
    ...(names.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    }),
    ...(used.length > 0 && { ExpressionAttributeValues: Object.fromEntries(used) }),
  };
}

/** Inserts a row that must not exist yet; a failed commit returns the existing one. */
export const insert = (label: string, row: Item): TableWrite => ({
  label,
  write: (TableName) => ({
    Put: {
      TableName,
      Item: row,
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  }),
});

/** In a row, the attempt that wrote it. */
const AttemptMark = z.object({ attemptId: z.string() });

/** Whether this same attempt wrote the existing row and only its reply was lost. */
export const isOwnAttempt = (item: Item | undefined, attemptId: string): boolean =>
  AttemptMark.safeParse(item).data?.attemptId === attemptId;

/** Puts a row, whatever was there. */
export const put = (label: string, row: Item): TableWrite => ({
  label,
  write: (TableName) => ({ Put: { TableName, Item: row } }),
});

/**
 * Sets attributes of an existing row and removes those in `removed`, while it still has the values of `expected`, where
 * undefined is absent.
 */
export const update = (
  label: string,
  key: Key,
  values: Values,
  expected: Values = {},
  removed: readonly string[] = [],
): TableWrite => ({
  label,
  write: (TableName) => ({
    Update: {
      TableName,
      Key: key,
      UpdateExpression: [
        ...(Object.keys(values).length > 0 ? [`SET ${assignments(values).join(', ')}`] : []),
        ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: condition(expected),
      ...attributesOf(expected, values, removed),
    },
  }),
});

/** Writes nothing, and fails the transaction unless the row exists and has these values, where undefined is absent. */
export const expectValues = (label: string, key: Key, expected: Values): TableWrite => ({
  label,
  write: (TableName) => ({
    ConditionCheck: {
      TableName,
      Key: key,
      ConditionExpression: condition(expected),
      ...attributesOf(expected),
    },
  }),
});

/** Removes a row; with `expected`, only while it exists and has these values, where undefined is absent. */
export const remove = (label: string, key: Key, expected?: Values): TableWrite => ({
  label,
  write: (TableName) => ({
    Delete: {
      TableName,
      Key: key,
      ...(expected && { ConditionExpression: condition(expected), ...attributesOf(expected) }),
    },
  }),
});

/** One change of one row in DynamoDB's own expressions. */
interface Change {
  onlyIf: string;
  update: string;
  values: Values;
  names?: Record<string, string>;
}

/** The row after the change, or undefined if the condition failed. */
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

/** False if the condition failed. */
export const updateIf = async (table: Table, key: Key, change: Change): Promise<boolean> =>
  (await updateReturning(table, key, change)) !== undefined;

/** Adds one row; false if it exists already. */
export async function insertIfAbsent(table: Table, row: Item): Promise<boolean> {
  const added = table.call('PutItem', {
    Item: row,
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  return (await unlessConditionFailed(added)) !== undefined;
}
