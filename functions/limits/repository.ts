import * as z from 'zod/mini';
import type { WithTable } from '../platform/context.ts';
import { within } from '../platform/deadline.ts';
import { readRows, writeRows } from '../platform/table/rows.ts';
import { keys } from '../platform/table/schema.ts';
import {
  type Item,
  type Key,
  parseItem,
  rowInTheWay,
  seconds,
  unlessConditionFailed,
} from '../platform/table/table.ts';
import { remove, updateIf } from '../platform/table/writes.ts';
import {
  type AttemptKind,
  type Attempts,
  attemptsExpireAtMs,
  type LimitName,
  type LimitWindow,
  limitRules,
  rowNames,
  type Subject,
} from './limits.ts';

const DAY_SECONDS = 86_400;
const Counter = z.object({ n: z.number() });
const Last = z.object({ lastAt: z.number() });
const AttemptsItem: z.ZodMiniType<Attempts> = z.object({
  recent: z.array(z.number()),
  waits: z.number(),
  nextAt: z.number(),
  version: z.number(),
});

export interface SignInHistory {
  attempts: Attempts | undefined;
  /** The failures from all networks together. */
  failures: number;
  isKnownNetwork: boolean;
}

/** In place of a window, in the keys of rows that have none. */
const LASTING = '-';

/** The names are a closed list; only `subject` holds text from callers. */
const limitKey = (rule: LimitName, subject: Subject, window: string) => keys.limit(rule, subject, window);
const counterKey = (rule: LimitName, subject: Subject, { startsAt }: LimitWindow) =>
  limitKey(rule, subject, startsAt.toISOString());
const failuresKey = (account: string, window: LimitWindow) =>
  counterKey(limitRules.accountFailures.name, account, window);
const attemptsKey = (kind: AttemptKind, subject: Subject) => limitKey(kind, subject, LASTING);
const networkKey = (account: string, network: string) =>
  limitKey(rowNames.knownNetwork, [account, network], LASTING);

/** An optional counter may only take part of the call's time. */
const OPTIONAL_COUNTER_MS = 2000;
const optionalRules = new Set<string>(
  Object.values(limitRules).flatMap(({ name, onError }) => (onError === 'allow' ? [name] : [])),
);

/** Adds to the counter of this window in one atomic step and returns its new value. */
export async function incrementCounter(
  context: WithTable,
  rule: LimitName,
  subject: Subject,
  window: LimitWindow,
  by: number,
): Promise<number> {
  const count = () =>
    context.table.call('UpdateItem', {
      Key: counterKey(rule, subject, window),
      UpdateExpression: 'ADD n :by SET expiresAt = :expiresAt',
      ExpressionAttributeValues: { ':by': by, ':expiresAt': seconds(window.endsAt) + DAY_SECONDS },
      ReturnValues: 'UPDATED_NEW',
    });
  const { Attributes = {} } = await (optionalRules.has(rule) ? within(OPTIONAL_COUNTER_MS, count) : count());
  return parseItem(Counter, Attributes).n;
}

/** Takes off the counter of this window, where it is at least as high. */
export const decrementCounter = (
  context: WithTable,
  rule: LimitName,
  subject: Subject,
  window: LimitWindow,
  by: number,
): Promise<boolean> =>
  updateIf(context.table, counterKey(rule, subject, window), {
    onlyIf: 'n >= :by',
    update: 'SET n = n - :by',
    values: { ':by': by },
  });

/** Sets the counter of this window back to zero. */
export const resetCounter = (
  context: WithTable,
  rule: LimitName,
  subject: Subject,
  window: LimitWindow,
): Promise<void> => writeRows(context.table, [], [counterKey(rule, subject, window)]);

/** Where the history of logins from this network to this account is, for `parseSignInHistory`. */
export const signInHistoryKeys = (account: string, network: string, failures: LimitWindow): Key[] => [
  attemptsKey('sign-in', [account, network]),
  failuresKey(account, failures),
  networkKey(account, network),
];

export const parseSignInHistory = ([attempts, counter, known]: (Item | undefined)[]): SignInHistory => ({
  attempts: attempts && parseItem(AttemptsItem, attempts),
  failures: counter ? parseItem(Counter, counter).n : 0,
  isKnownNetwork: known !== undefined,
});

/** Whether somebody has logged in to the account from this network. */
export async function hasSignedInFrom(
  context: WithTable,
  account: string,
  network: string,
): Promise<boolean> {
  const [known] = await readRows(context.table, [networkKey(account, network)]);
  return known !== undefined;
}

export async function findAttempts(
  context: WithTable,
  kind: AttemptKind,
  subject: Subject,
): Promise<Attempts | undefined> {
  const [attempts] = await readRows(context.table, [attemptsKey(kind, subject)]);
  return attempts && parseItem(AttemptsItem, attempts);
}

/** False where the row is no longer `previous`. */
export async function replaceAttempts(
  context: WithTable,
  kind: AttemptKind,
  subject: Subject,
  previous: Attempts | undefined,
  next: Attempts,
): Promise<boolean> {
  const expiresAt = Math.ceil(attemptsExpireAtMs(next) / 1000) + DAY_SECONDS;
  const replaced = context.table.call('PutItem', {
    Item: { ...attemptsKey(kind, subject), ...next, expiresAt },
    ...(previous
      ? {
          ConditionExpression: 'version = :version',
          ExpressionAttributeValues: { ':version': previous.version },
        }
      : { ConditionExpression: 'attribute_not_exists(pk)' }),
  });
  return (await unlessConditionFailed(replaced)) !== undefined;
}

export const clearAttempts = (context: WithTable, kind: AttemptKind, subject: Subject): Promise<void> =>
  writeRows(context.table, [], [attemptsKey(kind, subject)]);

/** Clears the failures from all networks. */
export const clearFailuresWrite = (account: string, failures: LimitWindow) =>
  remove('failures', failuresKey(account, failures));

export interface SuccessRows {
  puts: (Key & Item)[];
  removals: Key[];
}

/** For each name: clear the account's failures and this network's attempts, and mark the network as known. */
export function rowsOfSuccess(
  names: Iterable<string>,
  network: string,
  failures: LimitWindow,
  now: Date,
): SuccessRows {
  const expiresAt = seconds(now) + 400 * DAY_SECONDS;
  const accounts = [...new Set(names)];
  return {
    puts: accounts.map((account) => ({ ...networkKey(account, network), expiresAt })),
    removals: accounts.flatMap((account) => [
      failuresKey(account, failures),
      attemptsKey('sign-in', [account, network]),
    ]),
  };
}

export const writeSuccess = (context: WithTable, { puts, removals }: SuccessRows): Promise<void> =>
  writeRows(context.table, puts, removals);

/** Returns 0 and notes the time if the last one is long enough ago, otherwise the seconds left. One atomic step. */
export async function reserveSlot(
  context: WithTable,
  rule: LimitName,
  subject: Subject,
  now: Date,
  secondsApart: number,
): Promise<number> {
  try {
    await context.table.call('UpdateItem', {
      Key: limitKey(rule, subject, 'last'),
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
}
