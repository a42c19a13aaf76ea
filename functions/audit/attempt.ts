import { hash } from 'node:crypto';
import { hongKongDate } from '#shared/hong-kong';
import type { ChangeContext, WithTable } from '../platform/context.ts';
import type { AuditEntryInput } from './audit.ts';
import { hasAttempt, recordEntry } from './repository.ts';

/**
 * Identifies what the caller attempts. Another caller, action, member or entry makes it another attempt, whatever id the
 * call gives. Undefined for a call that gives none.
 */
export const attemptIdOf = (
  callerUid: string,
  input: { attempt?: string | undefined },
): string | undefined => (input.attempt === undefined ? undefined : hashAttempt([callerUid, input]));

/** The id of an attempt that consists of these parts; the first tells callers or days apart. */
export const hashAttempt = (parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(parts)).slice(0, 32);

/**
 * Runs an action that writes its attempt beside its audit entry. A repeat of an attempt whose reply was lost runs nothing,
 * and is answered by `reply`; so is one that failed because the first one was still running.
 */
export async function runOnce<Reply>(
  context: WithTable,
  attemptId: string | undefined,
  run: () => Promise<Reply>,
  reply: () => Reply | Promise<Reply>,
): Promise<Reply> {
  const isDone = async () => attemptId !== undefined && (await hasAttempt(context, attemptId));
  if (await isDone()) return reply();
  try {
    return await run();
  } catch (cause) {
    if (await isDone()) return reply();
    throw cause;
  }
}

/**
 * Records that somebody has looked at these data, once on a day: a page that is open reads them again and again, and the
 * history of a member would show each click.
 */
export async function recordDailyView(context: ChangeContext, entry: AuditEntryInput): Promise<void> {
  const attemptId = hashAttempt([hongKongDate(context.now()), entry]);
  if (await hasAttempt(context, attemptId)) return;
  await recordEntry(context, { ...entry, attemptId });
}
