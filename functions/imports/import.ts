/** An import: its row in the table, the file of its checked rows, and what a person can do to it. */

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { EXISTING_MEMBER_RULES, IMPORT_KINDS, IMPORT_STATES } from '#shared/choices';
import { Actor, type AuditDetails, createAuditEntry } from '../audit/audit.ts';
import { commitWithEntry } from '../audit/repository.ts';
import { isUidOfActiveAdministrator } from '../members/repository.ts';
import { addSaltForms } from '../members/salt-forms.ts';
import type { ChangeContext, Context, WithTable } from '../platform/context.ts';
import { findRow, listRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { type TableWrite, unlessConditionFailed } from '../platform/table/table.ts';
import { remove, update } from '../platform/table/writes.ts';
import { DomainError } from '../shared/domain-error.ts';

export const ImportJob = z.object({
  /** Derived from the file's contents and the options: the same rows are the same import. */
  id: z.string(),
  kind: z.enum(IMPORT_KINDS),
  existing: z._default(z.enum(EXISTING_MEMBER_RULES), 'skip'),
  /** Why the addresses of new members count as verified; empty if they do not. */
  verifiedReason: z._default(z.string(), ''),
  fileName: z.string(),
  /**
   * The S3 key of the checked rows, one for each check, so that no later check changes them. Empty once the import has ended
   * and they were put away.
   */
  rowsKey: z.string(),
  /** Members, or attendances. */
  total: z.number(),
  /** After a cancellation, what comes before `done` stays imported. */
  state: z.enum(IMPORT_STATES),
  /** The position: how many have been processed so far, followed by their outcomes. */
  done: z.number(),
  added: z.number(),
  updated: z._default(z.number(), 0),
  skipped: z.number(),
  leftOut: z._default(z.number(), 0),
  /** Membership periods of these members that it has added. */
  periods: z._default(z.number(), 0),
  /** Members whom it has added, how many of them have been gone through, and how many of those got an invitation. */
  invitees: z._default(z.number(), 0),
  inviteesDone: z._default(z.number(), 0),
  invited: z._default(z.number(), 0),
  /** How many of them are to be gone through, and who has asked for it. */
  inviteesWanted: z._default(z.number(), 0),
  inviter: z.optional(Actor),
  /** When the next invitation can leave; empty before the first. */
  invitedUntil: z._default(z.string(), ''),
  /** The time of the check, then of the start: ISO 8601, UTC. New members have it as the time of their registration. */
  at: z.string(),
  actor: Actor,
  /** The latest sign of work on it: its start, then each batch. ISO 8601, UTC. */
  progressedAt: z._default(z.string(), ''),
});
export type ImportJob = z.output<typeof ImportJob>;

/** Whether rows are left to import or to cancel. */
export const isUnfinished = ({ state }: ImportJob): boolean => state === 'checked' || state === 'applying';

/** Whether a worker has something to do: rows to apply, rows of a cancelled import to put away, members to invite. */
export const isLeft = ({ state, rowsKey, inviteesDone, inviteesWanted }: ImportJob): boolean =>
  state === 'applying' || (state === 'cancelled' && rowsKey !== '') || inviteesDone < inviteesWanted;

/** Who has started what is left: the import itself or its invitations. */
export const starterOf = ({ state, actor, inviter = actor }: ImportJob): Actor =>
  state === 'applying' ? actor : inviter;

/** Whether nobody has worked on it for so long, or ever. */
export const isSilent = ({ progressedAt }: ImportJob, now: Date, milliseconds: number): boolean =>
  progressedAt === '' || now.getTime() - Date.parse(progressedAt) >= milliseconds;

/** For the audit log: whether the addresses of new members count as verified. */
export const verifiedDetails = ({ verifiedReason }: ImportJob): AuditDetails =>
  verifiedReason === '' ? {} : { verified: 'yes' };

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

export const findImport = ({ table }: WithTable, id: string): Promise<ImportJob | undefined> =>
  findRow(table, keys.import(id), ImportJob);

/** @throws `import-not-found` */
export async function findImportOrThrow(context: WithTable, id: string): Promise<ImportJob> {
  const job = await findImport(context, id);
  if (!job) throw new DomainError('import-not-found');
  return job;
}

/** The latest first. */
export async function listImports(context: WithTable): Promise<ImportJob[]> {
  const jobs = await listRows(context.table, keyPrefixes.imports, ImportJob);
  return jobs.toSorted((a, b) => b.at.localeCompare(a.at));
}

/** Replaces an import that was only checked or was cancelled; false if it has started. */
export async function saveCheckedImport(context: WithTable, job: ImportJob): Promise<boolean> {
  const saved = context.table.call('PutItem', {
    Item: { ...keys.import(job.id), ...job },
    ConditionExpression: 'attribute_not_exists(pk) OR #state IN (:checked, :cancelled)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':checked': 'checked', ':cancelled': 'cancelled' },
  });
  return (await unlessConditionFailed(saved)) !== undefined;
}

/** Forgets an import that was only checked. */
export async function removeCheckedImport(context: WithTable, id: string): Promise<void> {
  await context.table.commit([remove('import', keys.import(id), { state: 'checked' })]);
}

/**
 * Changes an import while it is the same one (`at`) with the same values of `unchanged`; what is not in `change` stays as
 * it is in the table. Label `import`.
 */
export const changeImportWrite = (
  job: ImportJob,
  unchanged: readonly (keyof ImportJob)[],
  change: Partial<ImportJob>,
): TableWrite =>
  update('import', keys.import(job.id), change, {
    at: job.at,
    ...Object.fromEntries(unchanged.map((name) => [name, job[name]])),
  });

/**
 * An entry of an import after the check: a new member (`uid` is empty), changes of a member, or an attendance. A member
 * may have several rows, each with a term; the first one has the personal data.
 */
const CheckedEntry = z.object({ uid: z.string(), rows: z.array(z.record(z.string(), z.string())) });
export type CheckedEntry = z.output<typeof CheckedEntry>;

/** The checked rows of an import. Undefined if they were deleted, at its end or after their 30 days. */
export async function readEntries(
  { files }: Pick<Context, 'files'>,
  { rowsKey }: ImportJob,
): Promise<CheckedEntry[] | undefined> {
  const file = await files.get(rowsKey);
  return file && z.array(CheckedEntry).parse(JSON.parse(Buffer.from(file.body).toString()));
}

/**
 * Starts a checked import; a worker then applies it. One that has started goes on under whoever started it, or under this
 * actor where that one is no administrator any more.
 * @throws `import-not-found`, `import-file-expired`
 */
export async function startImport(
  context: ChangeContext & Pick<Context, 'files'>,
  actor: Actor,
  id: string,
): Promise<ImportJob> {
  const job = await findImportOrThrow(context, id);
  if (!isUnfinished(job)) return job;
  const entries = await readEntries(context, job);
  if (!entries) {
    // It has ended in the meantime, or its rows were deleted after their 30 days.
    const latest = await findImportOrThrow(context, id);
    if (isUnfinished(latest)) throw new DomainError('import-file-expired');
    return latest;
  }
  if (job.state === 'applying' && (await isStillAllowed(context, job.actor))) return job;
  const now = context.now().toISOString();
  // New members have the time of the first start, whoever goes on.
  const at = job.state === 'checked' ? now : job.at;
  const change = { state: 'applying', actor, at, progressedAt: now } as const;
  const { kind, fileName, total, verifiedReason } = job;
  const details: AuditDetails = {
    kind,
    file: fileName,
    rows: String(total),
    ...(kind === 'members' && { existing: job.existing }),
    ...verifiedDetails(job),
  };
  const entry = createAuditEntry(context, { actor, action: 'start-import', details, reason: verifiedReason });
  const failed = await commitWithEntry(context, entry, [changeImportWrite(job, ['state'], change)]);
  if (failed.length > 0) return findImportOrThrow(context, id);
  const salts = entries.flatMap(({ rows: [first] }) => first?.['salt'] || []);
  if (job.state === 'checked') await addSaltForms(context, salts);
  return { ...job, ...change };
}

/** Whether what somebody has started may go on: administrators lose the role, and with it what they have started. */
export const isStillAllowed = async (context: WithTable, actor: Actor): Promise<boolean> =>
  actor.by === 'operator' || (await isUidOfActiveAdministrator(context, actor.uid));

/**
 * Stops an import before its next batch: rows already imported stay, the others are never imported. A worker puts the rows
 * away. The same file can be checked and imported again later.
 * @throws `import-not-found`, `import-finished`
 */
export async function cancelImport(
  context: ChangeContext,
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
