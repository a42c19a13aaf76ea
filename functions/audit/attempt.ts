import { createHash } from 'node:crypto';
import type { AuditAction } from '#shared/audit-choices';
import { hongKongDate } from '#shared/hong-kong';
import type { Runtime } from '../platform/runtime.ts';
import { type Actor, type AuditDetails, createAuditEntry } from './audit.ts';
import type { AuditLog } from './repository.ts';

/**
 * Identifies what the caller attempts; a caller without an account has the uid ''. Another caller, action, member or entry
 * makes it another attempt, whatever id the call gives. Undefined for a call that gives none.
 */
export const attemptIdOf = <Input extends { attempt?: string | undefined }>(
  callerUid: string,
  input: Input,
): string | undefined => (input.attempt === undefined ? undefined : hashOf([callerUid, input]));

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/**
 * Runs an action that writes its attempt beside its audit entry. A repeat of an attempt whose reply was lost runs nothing,
 * and is answered by `reply`; so is one that failed because the first one was still running.
 */
export async function runOnce<Reply>(
  audit: Pick<AuditLog, 'hasAttempt'>,
  attemptId: string | undefined,
  run: () => Promise<Reply>,
  reply: () => Reply | Promise<Reply>,
): Promise<Reply> {
  const isDone = async () => attemptId !== undefined && (await audit.hasAttempt(attemptId));
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
export async function recordDailyView(
  deps: Pick<Runtime, 'now' | 'randomBytes'> & { audit: Pick<AuditLog, 'hasAttempt' | 'writeEntry'> },
  entry: { actor: Actor; action: AuditAction; about?: string; details?: AuditDetails },
): Promise<void> {
  const attemptId = hashOf([hongKongDate(deps.now()), entry]);
  if (await deps.audit.hasAttempt(attemptId)) return;
  await deps.audit.writeEntry(createAuditEntry(deps, { ...entry, attemptId }));
}
