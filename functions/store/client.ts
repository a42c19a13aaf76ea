import { randomUUID } from 'node:crypto';
import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { takeRetry } from '../deadline/deadline.ts';
import { type Account, accountOf } from './account.ts';
import { ask } from './ask.ts';
import { fromAttributes } from './attribute-values.ts';
import { type CallName, type InputOf, type Item, namesTables, type OutputOf, TableError } from './calls.ts';
import { connect, type Patience, type Post } from './connection.ts';

export { toItem } from './attribute-values.ts';

/** The one door to the table: `call('GetItem', { Key })`. What DynamoDB refuses is a `TableError`. */
export interface Table {
  name: string;
  call<C extends CallName>(name: C, input: InputOf<C>): Promise<OutputOf<C>>;
}

const PATIENCE: Patience = { connect: 3000, reply: 3000 };

/** Region, endpoint and keys come from the environment where they are not given. */
export function openTable(name: string, given: Partial<Account & { patience: Patience }> = {}): Table {
  let post: Post | undefined;
  return {
    name,
    call: async (call, input) => {
      post ??= connect(accountOf(given), given.patience ?? PATIENCE);
      return ask(post, call, namesTables(call) ? input : { TableName: name, ...input });
    },
  };
}

/** What the table holds is parsed like anything else that comes from outside. */
export const fromItem = <S extends z.ZodMiniType>(schema: S, item: Item): z.output<S> =>
  schema.parse(fromAttributes(item));

const KeyItem = z.object({ pk: z.string(), sk: z.string() });
export type Key = z.output<typeof KeyItem>;

/** Where a row lies. */
export const keyOf = (item: Item): Key => fromItem(KeyItem, item);

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
  token: string = randomUUID(),
): Promise<Obstacle[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const ClientRequestToken = attempt === 1 ? token : `${token}-${attempt}`.slice(-36);
      await table.call('TransactWriteItems', { TransactItems: writes, ClientRequestToken });
      return [];
    } catch (cause) {
      if (!(cause instanceof TableError) || cause.code !== 'TransactionCanceledException') throw cause;
      const { reasons } = cause;
      const obstacles = reasons.flatMap(({ Code, Item }, index) =>
        Code === 'ConditionalCheckFailed' ? [{ index, item: Item }] : [],
      );
      if (obstacles.length > 0) return obstacles;
      if (!reasons.some(({ Code }) => PASSING.has(Code ?? ''))) throw cause;
      if (attempt === TRIES || !takeRetry(cause)) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10));
    }
  }
}
