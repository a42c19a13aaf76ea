import * as z from 'zod/mini';
import { within } from '../deadline/deadline.ts';
import { type Attempts, forgottenAt } from '../domain/limits/attempts.ts';
import { type Limits, limitRules } from '../domain/limits/limits.ts';
import { isConditionFailure, unlessRefused } from './calls.ts';
import { fromItem, seconds, type Table, toItem } from './client.ts';
import { keys } from './keys.ts';
import { readRows, writeRows } from './rows.ts';

const DAY_SECONDS = 86_400;
const Counter = z.object({ n: z.number() });
const Last = z.object({ lastAt: z.number() });
const AttemptsItem: z.ZodMiniType<Attempts> = z.object({
  recent: z.array(z.number()),
  waits: z.number(),
  nextAt: z.number(),
  version: z.number(),
});

const attemptsKey = (account: string, network: string) => keys.limit('sign-in', `${account}@${network}`, '-');
const failuresKey = (account: string) => keys.limit('failures', account, '-');
const networkKey = (account: string, network: string) =>
  keys.limit('known-network', `${account}@${network}`, '-');

/** A counter that may fail leaves time for the call that it counts. */
const OPEN_MS = 2000;
const openRules = new Set<string>(
  Object.values(limitRules).flatMap(({ name, onFault }) => (onFault === 'open' ? [name] : [])),
);

export function dynamoLimits(table: Table): Limits {
  const add = async (key: object, by: number, expiresAt: number) => {
    const { Attributes = {} } = await table.call('UpdateItem', {
      Key: toItem(key),
      UpdateExpression: 'ADD n :by SET expiresAt = :expiresAt',
      ExpressionAttributeValues: toItem({ ':by': by, ':expiresAt': expiresAt }),
      ReturnValues: 'UPDATED_NEW',
    });
    return fromItem(Counter, Attributes).n;
  };

  return {
    add(rule, subject, window, by) {
      const key = keys.limit(rule, subject, window.startsAt.toISOString());
      const count = () => add(key, by, seconds(window.endsAt) + DAY_SECONDS);
      return openRules.has(rule) ? within(OPEN_MS, count) : count();
    },

    async forget(rule, subject, { startsAt }) {
      await table.call('DeleteItem', { Key: toItem(keys.limit(rule, subject, startsAt.toISOString())) });
    },

    async readSignIn(account, network) {
      const wanted = [attemptsKey(account, network), failuresKey(account), networkKey(account, network)];
      const [attempts, failures, known] = await readRows(table, wanted);
      return {
        attempts: attempts && fromItem(AttemptsItem, attempts),
        consecutiveFailures: failures ? fromItem(Counter, failures).n : 0,
        networkIsKnown: known !== undefined,
      };
    },

    async replaceAttempts(account, network, previous, next) {
      const expiresAt = Math.ceil(forgottenAt(next) / 1000) + DAY_SECONDS;
      const replaced = table.call('PutItem', {
        Item: toItem({ ...attemptsKey(account, network), ...next, expiresAt }),
        ...(previous
          ? {
              ConditionExpression: 'version = :version',
              ExpressionAttributeValues: toItem({ ':version': previous.version }),
            }
          : { ConditionExpression: 'attribute_not_exists(pk)' }),
      });
      return (await unlessRefused(replaced)) !== undefined;
    },

    async forgetAttempts(account, network) {
      await table.call('DeleteItem', { Key: toItem(attemptsKey(account, network)) });
    },

    async spaced(rule, subject, now, secondsApart) {
      try {
        await table.call('UpdateItem', {
          Key: toItem(keys.limit(rule, subject, 'last')),
          UpdateExpression: 'SET lastAt = :now, expiresAt = :expiresAt',
          ConditionExpression: 'attribute_not_exists(lastAt) OR lastAt <= :past',
          ExpressionAttributeValues: toItem({
            ':now': now.getTime(),
            ':past': now.getTime() - secondsApart * 1000,
            ':expiresAt': seconds(now) + DAY_SECONDS,
          }),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        });
        return 0;
      } catch (cause) {
        if (!isConditionFailure(cause)) throw cause;
        const lastAt = cause.item ? fromItem(Last, cause.item).lastAt : now.getTime();
        return Math.ceil((lastAt + secondsApart * 1000 - now.getTime()) / 1000);
      }
    },

    async countFailure(account, now) {
      await add(failuresKey(account), 1, seconds(now) + 90 * DAY_SECONDS);
    },

    async rememberSuccess(account, network, now) {
      const known = { ...networkKey(account, network), expiresAt: seconds(now) + 400 * DAY_SECONDS };
      await writeRows(table, [known], [attemptsKey(account, network), failuresKey(account)]);
    },
  };
}
