import * as sdk from '@aws-sdk/client-dynamodb';
import { DynamoDBClient, DynamoDBServiceException, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type * as z from 'zod/mini';
import { type CallName, type InputOf, type Item, type OutputOf, TableError } from './calls.ts';

/** The one door to the table: `call('GetItem', { Key })`. What DynamoDB refuses is a `TableError`. */
export interface Table {
  name: string;
  call<C extends CallName>(name: C, input: InputOf<C>): Promise<OutputOf<C>>;
}

/** Region, endpoint and keys come from the surroundings, as the SDK reads them. */
export function openTable(name: string, { endpoint }: { endpoint?: string } = {}): Table {
  const client = new DynamoDBClient({
    ...(endpoint !== undefined && { endpoint }),
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 3000 },
  });
  const commands: Record<string, new (input: never) => never> = sdk as never;
  return {
    name,
    async call(call, input) {
      const Command = commands[`${call}Command`] as never as new (input: object) => never;
      try {
        return (await client.send(new Command({ TableName: name, ...input }))) as never;
      } catch (cause) {
        if (!(cause instanceof DynamoDBServiceException)) throw cause;
        const { Item: item, CancellationReasons: reasons } = cause as never;
        throw new TableError(cause.name, cause.message, { item, reasons, cause });
      }
    },
  };
}

export const toItem = (values: object): Item => marshall(values, { removeUndefinedValues: true });

/** What the table holds is parsed like anything else that comes from outside. */
export const fromItem = <S extends z.ZodMiniType>(schema: S, item: Item): z.output<S> =>
  schema.parse(unmarshall(item));

export const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

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

/** Why the write at this place of a transaction failed; `item` is the row that stood in the way, where asked for. */
export interface Obstacle {
  index: number;
  item: Item | undefined;
}

const PASSING = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
const TRIES = 6;

/**
 * All the writes or none. Returns the failed conditions, in order; none means done. Collisions with other
 * transactions are tried again. `token` makes a repeated call one call for ten minutes.
 */
export async function transact(
  table: Table,
  writes: TransactWriteItem[],
  token?: string,
): Promise<Obstacle[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const ClientRequestToken =
        token === undefined || attempt === 1 ? token : `${token}-${attempt}`.slice(-36);
      await table.call('TransactWriteItems', {
        TransactItems: writes,
        ...(ClientRequestToken && { ClientRequestToken }),
      });
      return [];
    } catch (cause) {
      if (!(cause instanceof TableError) || cause.code !== 'TransactionCanceledException') throw cause;
      const { reasons } = cause;
      const obstacles = reasons.flatMap(({ Code, Item }, index) =>
        Code === 'ConditionalCheckFailed' ? [{ index, item: Item }] : [],
      );
      if (obstacles.length > 0) return obstacles;
      if (attempt === TRIES || !reasons.some(({ Code }) => PASSING.has(Code ?? ''))) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10));
    }
  }
}
