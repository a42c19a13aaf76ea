import * as z from 'zod/mini';
import { within } from '../platform/deadline.ts';
import { readRows, writeRows } from '../platform/table/rows.ts';
import { keys } from '../platform/table/schema.ts';
import {
  parseItem,
  rowInTheWay,
  seconds,
  type Table,
  unlessConditionFailed,
} from '../platform/table/table.ts';
import { type Attempts, attemptsExpireAtMs } from './attempts.ts';
import { type Limits, limitRules, rowNames } from './limits.ts';

const DAY_SECONDS = 86_400;
const Counter = z.object({ n: z.number() });
const Last = z.object({ lastAt: z.number() });
const AttemptsItem: z.ZodMiniType<Attempts> = z.object({
  recent: z.array(z.number()),
  waits: z.number(),
  nextAt: z.number(),
  version: z.number(),
});

/** Stands for the window in the keys of rows that outlast one. */
const LASTING = '-';

const networkKey = (account: string, network: string) =>
  keys.limit(rowNames.knownNetwork, [account, network], LASTING);

/** Where a counter's fault lets the call go on, it may take only a part of the call's time. */
const OPEN_MS = 2000;
const openRules = new Set<string>(
  Object.values(limitRules).flatMap(({ name, onFault }) => (onFault === 'open' ? [name] : [])),
);

export function limitsRepository(table: Table): Limits {
  return {
    async add(rule, subject, { startsAt, endsAt }, by) {
      const count = () =>
        table.call('UpdateItem', {
          Key: keys.limit(rule, subject, startsAt.toISOString()),
          UpdateExpression: 'ADD n :by SET expiresAt = :expiresAt',
          ExpressionAttributeValues: { ':by': by, ':expiresAt': seconds(endsAt) + DAY_SECONDS },
          ReturnValues: 'UPDATED_NEW',
        });
      const { Attributes = {} } = await (openRules.has(rule) ? within(OPEN_MS, count) : count());
      return parseItem(Counter, Attributes).n;
    },

    async forget(rule, subject, { startsAt }) {
      await writeRows(table, [], [keys.limit(rule, subject, startsAt.toISOString())]);
    },

    async readSignIn(account, network, { startsAt }) {
      const [attempts, failures, known] = await readRows(table, [
        keys.limit('sign-in', [account, network], LASTING),
        keys.limit(limitRules.accountFailures.name, account, startsAt.toISOString()),
        networkKey(account, network),
      ]);
      return {
        attempts: attempts && parseItem(AttemptsItem, attempts),
        failures: failures ? parseItem(Counter, failures).n : 0,
        networkIsKnown: known !== undefined,
      };
    },

    async isKnownNetwork(account, network) {
      const [known] = await readRows(table, [networkKey(account, network)]);
      return known !== undefined;
    },

    async readAttempts(kind, subject) {
      const [attempts] = await readRows(table, [keys.limit(kind, subject, LASTING)]);
      return attempts && parseItem(AttemptsItem, attempts);
    },

    async replaceAttempts(kind, subject, previous, next) {
      const expiresAt = Math.ceil(attemptsExpireAtMs(next) / 1000) + DAY_SECONDS;
      const replaced = table.call('PutItem', {
        Item: { ...keys.limit(kind, subject, LASTING), ...next, expiresAt },
        ...(previous
          ? {
              ConditionExpression: 'version = :version',
              ExpressionAttributeValues: { ':version': previous.version },
            }
          : { ConditionExpression: 'attribute_not_exists(pk)' }),
      });
      return (await unlessConditionFailed(replaced)) !== undefined;
    },

    async forgetAttempts(kind, subject) {
      await writeRows(table, [], [keys.limit(kind, subject, LASTING)]);
    },

    async spaced(rule, subject, now, secondsApart) {
      try {
        await table.call('UpdateItem', {
          Key: keys.limit(rule, subject, 'last'),
          UpdateExpression: 'SET lastAt = :now, expiresAt = :expiresAt',
          ConditionExpression: 'attribute_not_exists(lastAt) OR lastAt <= :past',
          ExpressionAttributeValues: {
            ':now': now.getTime(),
            ':past': now.getTime() - secondsApart * 1000,
            ':expiresAt': seconds(now) + DAY_SECONDS,
          },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        });
        return 0;
      } catch (cause) {
        const inTheWay = rowInTheWay(cause);
        const lastAt = inTheWay ? parseItem(Last, inTheWay).lastAt : now.getTime();
        return Math.ceil((lastAt + secondsApart * 1000 - now.getTime()) / 1000);
      }
    },

    async rememberNetwork(account, network, now) {
      const known = { ...networkKey(account, network), expiresAt: seconds(now) + 400 * DAY_SECONDS };
      await writeRows(table, [known], [keys.limit('sign-in', [account, network], LASTING)]);
    },
  };
}
