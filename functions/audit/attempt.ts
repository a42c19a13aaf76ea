import { createHash } from 'node:crypto';
import type { AuditLog } from './repository.ts';

/**
 * Identifies what the caller attempts; a caller without an account has the uid ''. Another caller, action, member or entry
 * makes it another attempt, whatever id the call gives. Undefined for a call that gives none.
 */
export const attemptIdOf = <Input extends { attempt?: string | undefined }>(
  callerUid: string,
  input: Input,
): string | undefined =>
  input.attempt === undefined
    ? undefined
    : createHash('sha256')
        .update(JSON.stringify([callerUid, input]))
        .digest('hex')
        .slice(0, 32);

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
