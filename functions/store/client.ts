import {
  type AttributeValue,
  DynamoDBClient,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type * as z from 'zod/mini';

export interface Table {
  client: DynamoDBClient;
  name: string;
}

/** Region, endpoint and keys come from the surroundings, as the SDK reads them. */
export const openTable = (name: string): Table => ({
  client: new DynamoDBClient({
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 3000 },
  }),
  name,
});

export type Item = Record<string, AttributeValue>;

export const toItem = (values: object): Item => marshall(values, { removeUndefinedValues: true });

/** What the table holds is parsed like anything else that comes from outside. */
export const fromItem = <S extends z.ZodMiniType>(schema: S, item: Item): z.output<S> =>
  schema.parse(unmarshall(item));

export const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

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
      await table.client.send(
        new TransactWriteItemsCommand({
          TransactItems: writes,
          ...(ClientRequestToken && { ClientRequestToken }),
        }),
      );
      return [];
    } catch (cause) {
      if (!(cause instanceof TransactionCanceledException)) throw cause;
      const reasons = cause.CancellationReasons ?? [];
      const obstacles = reasons.flatMap(({ Code, Item }, index) =>
        Code === 'ConditionalCheckFailed' ? [{ index, item: Item }] : [],
      );
      if (obstacles.length > 0) return obstacles;
      if (attempt === TRIES || !reasons.some(({ Code }) => PASSING.has(Code ?? ''))) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10));
    }
  }
}
