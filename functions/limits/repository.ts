import * as z from 'zod/mini';
import type { Context, WithTable } from '../platform/context.ts';
import { findRow, readRow, writeRows } from '../platform/table/rows.ts';
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
import { DomainError } from '../shared/domain-error.ts';
import {
  type AttemptKind,
  Attempts,
  type CountingRule,
  currentWindow,
  limitRules,
  registerAttempt,
  type Subject,
} from './limits.ts';

const DAY_SECONDS = 86_400;
const Counter = z.object({ n: z.number() });
const Last = z.object({ lastAt: z.number() });

export interface SignInHistory {
  /** The failures from all networks together. */
  failures: number;
  isKnownNetwork: boolean;
}

/** In place of a window, in the keys of rows that have none. */
const LASTING = '-';

export type LimitsContext = Pick<Context, 'table' | 'now'>;

const counterKey = ({ now }: LimitsContext, rule: CountingRule, subject: Subject) =>
  keys.limit(rule.name, subject, currentWindow(rule, now()).startsAt.toISOString());
const failuresKey = (context: LimitsContext, account: string) =>
  counterKey(context, limitRules.accountFailures, account);
const attemptsKey = (kind: AttemptKind, subject: Subject) => keys.limit(kind, subject, LASTING);
const networkKey = (account: string, network: string) =>
  keys.limit('known-network', [account, network], LASTING);

/** Adds to the rule's counter of this window in one atomic step and returns its new value. */
export async function incrementCounter(
  context: LimitsContext,
  rule: CountingRule,
  subject: Subject,
  by = 1,
): Promise<number> {
  const { endsAt } = currentWindow(rule, context.now());
  const { Attributes = {} } = await context.table.call('UpdateItem', {
    Key: counterKey(context, rule, subject),
    UpdateExpression: 'ADD n :by SET expiresAt = :expiresAt',
    ExpressionAttributeValues: { ':by': by, ':expiresAt': seconds(endsAt) + DAY_SECONDS },
    ReturnValues: 'UPDATED_NEW',
  });
  return parseItem(Counter, Attributes).n;
}

/**
 * Takes `by` off the count again, where it is at least as high: for what turned out to be right or was not done. Counting
 * first and giving back makes simultaneous attempts no cheaper than successive ones.
 */
export const giveBack = (
  context: LimitsContext,
  rule: CountingRule,
  subject: Subject,
  by = 1,
): Promise<boolean> =>
  updateIf(context.table, counterKey(context, rule, subject), {
    onlyIf: 'n >= :by',
    update: 'SET n = n - :by',
    values: { ':by': by },
  });

/** Adds `by` to the count. @throws `too-many-attempts` above the rule's maximum */
export async function enforceLimit(
  context: LimitsContext,
  rule: CountingRule,
  subject: Subject,
  by = 1,
): Promise<void> {
  const count = await incrementCounter(context, rule, subject, by);
  if (count <= rule.max) return;
  // A denied batch is taken back: the rest of the window stays open to smaller ones.
  if (by > 1) await giveBack(context, rule, subject, by);
  throw new DomainError('too-many-attempts', { retryAfterSeconds: secondsLeft(context, rule) });
}

/** Until the rule's window ends. */
const secondsLeft = ({ now }: LimitsContext, rule: CountingRule): number =>
  Math.ceil((currentWindow(rule, now()).endsAt.getTime() - now().getTime()) / 1000);

/** Sets the rule's counter of this window back to zero. */
export const resetCounter = (context: LimitsContext, rule: CountingRule, subject: Subject): Promise<void> =>
  writeRows(context.table, [], [counterKey(context, rule, subject)]);

/** Where the failed log-ins to this account are, and whether this network is known, for `parseSignInHistory`. */
export const signInHistoryKeys = (context: LimitsContext, account: string, network: string): Key[] => [
  failuresKey(context, account),
  networkKey(account, network),
];

export const parseSignInHistory = ([counter, known]: (Item | undefined)[]): SignInHistory => ({
  failures: counter ? parseItem(Counter, counter).n : 0,
  isKnownNetwork: known !== undefined,
});

/** Whether somebody has logged in to the account from this network. */
export const hasSignedInFrom = async (
  context: WithTable,
  account: string,
  network: string,
): Promise<boolean> => (await readRow(context.table, networkKey(account, network))) !== undefined;

/** Each claim that collides with another one at the same moment is tried again. */
const MAX_TRIES = 20;

/** Counts one attempt before anything is checked. @throws `too-many-attempts` */
export async function claimAttempt(
  context: LimitsContext,
  kind: AttemptKind,
  subject: Subject,
): Promise<void> {
  const key = attemptsKey(kind, subject);
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const previous = await findRow(context.table, key, Attempts);
    const now = context.now();
    const result = registerAttempt(previous, now.getTime());
    if ('waitMs' in result)
      throw new DomainError('too-many-attempts', { retryAfterSeconds: Math.ceil(result.waitMs / 1000) });
    const claim = context.table.call('PutItem', {
      // `LONGEST_WAIT_MS` and `WINDOW_MS` from now, the row has no effect any more: a day is ample.
      Item: { ...key, ...result.claimed, expiresAt: seconds(now) + DAY_SECONDS },
      ConditionExpression: previous ? 'version = :version' : 'attribute_not_exists(pk)',
      ExpressionAttributeValues: previous && { ':version': previous.version },
    });
    if (await unlessConditionFailed(claim)) return;
  }
  throw new DomainError('too-many-attempts', { retryAfterSeconds: 60 });
}

export const clearAttempts = (context: WithTable, kind: AttemptKind, subject: Subject): Promise<void> =>
  writeRows(context.table, [], [attemptsKey(kind, subject)]);

/**
 * Counts one login from this network to this account before the password is checked. A network from which somebody has
 * logged in to the account before has its own allowance: failures from elsewhere or at other accounts do not use it up.
 * @throws `too-many-attempts`, `account-guarded`
 */
export async function claimSignInAttempt(
  context: LimitsContext,
  account: string,
  network: string,
  { failures, isKnownNetwork }: SignInHistory,
): Promise<void> {
  const { accountFailures, tries } = limitRules;
  if (!isKnownNetwork && failures >= accountFailures.max)
    throw new DomainError('account-guarded', { retryAfterSeconds: secondsLeft(context, accountFailures) });
  await claimAttempt(context, 'sign-in', [account, network]);
  if (!isKnownNetwork) await enforceLimit(context, tries, ['sign-in', network]);
}

/** After a right password: the login was no guess. */
export async function giveBackSignInAttempt(
  context: LimitsContext,
  network: string,
  { isKnownNetwork }: SignInHistory,
): Promise<void> {
  if (!isKnownNetwork) await giveBack(context, limitRules.tries, ['sign-in', network]);
}

/** Counts a failure against the account, whether it exists or not. */
export async function countFailure(context: LimitsContext, account: string): Promise<void> {
  await incrementCounter(context, limitRules.accountFailures, account);
}

/** Clears the failures from all networks. */
export const clearFailuresWrite = (context: LimitsContext, account: string) =>
  remove('failures', failuresKey(context, account));

/**
 * After a right password or code for an account with these names: opens it to every network again, and to this one
 * whatever strangers do. `others` are written in the same call of the table.
 */
export function recordSuccess(
  context: LimitsContext,
  accounts: readonly string[],
  network: string,
  others: readonly (Key & Item)[] = [],
): Promise<void> {
  const expiresAt = seconds(context.now()) + 400 * DAY_SECONDS;
  return writeRows(
    context.table,
    [...others, ...accounts.map((account) => ({ ...networkKey(account, network), expiresAt }))],
    accounts.flatMap((account) => [
      failuresKey(context, account),
      attemptsKey('sign-in', [account, network]),
    ]),
  );
}

/** One request in so many seconds: notes the time in one atomic step. @throws `too-many-attempts` */
export async function spaceRequests(
  context: LimitsContext,
  rule: CountingRule,
  subject: Subject,
  secondsApart: number,
): Promise<void> {
  const now = context.now();
  try {
    await context.table.call('UpdateItem', {
      Key: keys.limit(rule.name, subject, 'last'),
      UpdateExpression: 'SET lastAt = :now, expiresAt = :expiresAt',
      ConditionExpression: 'attribute_not_exists(lastAt) OR lastAt <= :past',
      ExpressionAttributeValues: {
        ':now': now.getTime(),
        ':past': now.getTime() - secondsApart * 1000,
        ':expiresAt': seconds(now) + DAY_SECONDS,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  } catch (cause) {
    const inTheWay = rowInTheWay(cause);
    const lastAt = inTheWay ? parseItem(Last, inTheWay).lastAt : now.getTime();
    const retryAfterSeconds = Math.ceil((lastAt + secondsApart * 1000 - now.getTime()) / 1000);
    throw new DomainError('too-many-attempts', { retryAfterSeconds });
  }
}
