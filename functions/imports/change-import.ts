// What a person can do to an import that was checked. A worker then does what is left.

import { type Actor, type AuditDetails, createAuditEntry } from '../audit/audit.ts';
import { commitWithEntry } from '../audit/repository.ts';
import { isUidOfActiveAdministrator } from '../members/repository.ts';
import { addSaltForms } from '../members/salt-forms.ts';
import type { Context, WithTable } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type CheckedEntry, type ImportJob, isUnfinished, verifiedDetails } from './import.ts';
import {
  changeImportWrite,
  findImportOrThrow,
  putInvitees,
  readEntries,
  readInvitees,
} from './repository.ts';

type ChangeImportContext = Pick<Context, 'table' | 'now' | 'randomBytes' | 'files'>;

/**
 * Starts a checked import; a worker then applies it. One that has started goes on under whoever started it, or under this
 * actor where that one is no administrator any more.
 * @throws `import-not-found`, `import-file-expired`
 */
export async function startImport(
  context: ChangeImportContext,
  actor: Actor,
  id: string,
): Promise<ImportJob> {
  const job = await findImportOrThrow(context, id);
  if (!isUnfinished(job)) return job;
  const entries = await readEntries(context, job);
  if (!entries) return endedMeanwhile(context, id);
  if (job.state === 'applying' && (await isStillAllowed(context, job.actor))) return job;
  const now = context.now().toISOString();
  // New members have the time of the first start, whoever goes on.
  const at = job.state === 'checked' ? now : job.at;
  const started: ImportJob = { ...job, state: 'applying', actor, at, progressedAt: now };
  const { kind, fileName, total, verifiedReason } = job;
  const details: AuditDetails = {
    kind,
    file: fileName,
    rows: String(total),
    ...(kind === 'members' && { existing: job.existing }),
    ...verifiedDetails(job),
  };
  const entry = createAuditEntry(context, { actor, action: 'start-import', details, reason: verifiedReason });
  const change = { state: started.state, actor, at, progressedAt: now };
  const failed = await commitWithEntry(context, entry, [changeImportWrite(job, ['state'], change)]);
  if (failed.length > 0) return findImportOrThrow(context, id);
  if (kind === 'members' && job.state === 'checked') await addSaltForms(context, saltsOf(entries));
  return started;
}

const saltsOf = (entries: readonly CheckedEntry[]): string[] =>
  entries.map(({ rows }) => rows[0]?.['salt'] ?? '').filter((salt) => salt !== '');

/** Whether what somebody has started may go on: administrators lose the role, and with it what they have started. */
export const isStillAllowed = async (context: WithTable, actor: Actor): Promise<boolean> =>
  actor.by === 'operator' || (await isUidOfActiveAdministrator(context, actor.uid));

/**
 * Called if an import's rows are missing: either it has ended in the meantime, or they were deleted after their 30 days.
 * @throws `import-file-expired`
 */
async function endedMeanwhile(context: ChangeImportContext, id: string): Promise<ImportJob> {
  const job = await findImportOrThrow(context, id);
  if (isUnfinished(job)) throw new DomainError('import-file-expired');
  return job;
}

/**
 * Stops an import before its next batch: rows already imported stay, the others are never imported. A worker puts the rows
 * away. The same file can be checked and imported again later.
 * @throws `import-not-found`, `import-finished`
 */
export async function cancelImport(
  context: ChangeImportContext,
  actor: Actor,
  id: string,
  reason: string,
): Promise<ImportJob> {
  const job = await findImportOrThrow(context, id);
  if (!isUnfinished(job)) throw new DomainError('import-finished');
  const { kind, fileName, done, total } = job;
  const details: AuditDetails = { kind, file: fileName, rows: String(total), applied: String(done) };
  const entry = createAuditEntry(context, { actor, action: 'cancel-import', reason, details });
  const change = { state: 'cancelled', progressedAt: context.now().toISOString() } as const;
  const failed = await commitWithEntry(context, entry, [changeImportWrite(job, ['state'], change)]);
  // It was started, or has ended, in the same moment.
  return failed.length === 0 ? { ...job, ...change } : cancelImport(context, actor, id, reason);
}

/**
 * Asks for invitations of the first `upTo` members whom the import has added; a worker then queues them. A repeat asks for
 * nobody else.
 * @throws `import-not-found`, `invitations-expired`
 */
export async function requestInvitations(
  context: ChangeImportContext,
  actor: Actor,
  id: string,
  upTo: number,
): Promise<ImportJob> {
  const job = await findImportOrThrow(context, id);
  const inviteesWanted = Math.min(job.invitees, Math.max(upTo, job.inviteesWanted));
  if (isUnfinished(job) || job.inviteesDone >= inviteesWanted) return job;
  // Stored files are deleted after 30 days: those left have 30 days from now.
  await putInvitees(context, id, await readInvitees(context, id));
  const change = { inviteesWanted, inviter: actor, progressedAt: context.now().toISOString() };
  const details: AuditDetails = {
    file: job.fileName,
    invited: String(inviteesWanted - job.inviteesDone),
  };
  const entry = createAuditEntry(context, { actor, action: 'send-invitations', details });
  const failed = await commitWithEntry(context, entry, [
    changeImportWrite(job, ['state', 'inviteesWanted'], change),
  ]);
  return failed.length === 0 ? { ...job, ...change } : findImportOrThrow(context, id);
}
