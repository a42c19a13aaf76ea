import pLimit from 'p-limit';
import { canonicalize } from '#shared/text';
import { type AuditDetails, createAuditEntry } from '../audit/audit.ts';
import { auditMemberWrites } from '../audit/repository.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit } from '../limits/repository.ts';
import { firstInvitationId } from '../mail/transactional/mail.ts';
import { invitationMail } from '../mail/transactional/messages/invitation.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import { FIRST_EPOCH, type Member, NO_PASSWORD } from '../members/member.ts';
import { findMembersByEmail } from '../members/repository.ts';
import type { ChangeContext, Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type ApplyContext, applyEntry } from './apply-entry.ts';
import { isStillAllowed } from './change-import.ts';
import { type CheckedEntry, type ImportJob, isInviting, isLeft, isSilent, starterOf } from './import.ts';
import {
  changeImportWrite,
  findImport,
  listImports,
  putInvitees,
  readEntries,
  readInvitees,
  releaseLease,
  removeInvitees,
  renewLeaseWrite,
  SILENT_MS,
  takeLease,
  type WorkerLease,
} from './repository.ts';

/** Members, attendances or invitations between two positions; after a kill, at most so many are done again. */
const BATCH = 25;
/** Of the transactions of a batch. */
const CONCURRENCY = 8;
/** One a second: codes and notices, which are sent from the same queue, never wait behind invitations. */
const INVITATION_INTERVAL_MS = 1000;

export type WorkerContext = ChangeContext & ApplyContext & Pick<Context, 'files' | 'log'>;

/** A run of a worker: its right to go on, the instant after which it begins no batch, and what it has recorded. */
interface WorkerRun {
  readonly lease: WorkerLease;
  readonly until: Date;
  records: number;
}

/**
 * Works on one import, batch by batch, until nothing is left to do, until `until`, or until a person has to decide: its
 * starter has lost the role, its rows have expired, the limit of recipients is reached. Does nothing while another worker
 * is at work.
 * @returns the imports whose turn it is next: the same one, if its time was up
 */
export async function workOnImport(context: WorkerContext, id: string, until: Date): Promise<string[]> {
  const lease = await takeLease(context);
  if (!lease) return [];
  const run: WorkerRun = { lease, until, records: 0 };
  let isOver: boolean;
  try {
    isOver = await workUntilEnd(context, run, id);
  } finally {
    await releaseLease(context, lease);
  }
  // Imports that wait for a person would otherwise pass the turn to each other without end.
  if (run.records === 0) return [];
  const left = (await listImports(context)).filter(isLeft).map((job) => job.id);
  return isOver ? left.filter((other) => other !== id) : [id];
}

/** The imports that a worker should be at, and that give no sign: it was killed, or its message was lost. */
export async function findSilentImports(context: Pick<Context, 'table' | 'now'>): Promise<string[]> {
  const jobs = await listImports(context);
  return jobs.filter((job) => isLeft(job) && isSilent(job, context.now(), SILENT_MS)).map(({ id }) => id);
}

/** False if the time was up. */
async function workUntilEnd(context: WorkerContext, run: WorkerRun, id: string): Promise<boolean> {
  try {
    while (context.now() < run.until) {
      const job = await findImport(context, id);
      if (!job || !isLeft(job)) return true;
      if (job.state === 'cancelled' && job.rowsKey !== '') await endImport(context, run, job);
      else if (!(await isStillAllowed(context, starterOf(job)))) return true;
      else if (job.state === 'applying') await applyRows(context, run, job);
      else await sendInvitations(context, run, job);
    }
    return false;
  } catch (cause) {
    // The page says what a person can do about it.
    if (cause instanceof DomainError) return true;
    throw cause;
  }
}

/** Whether a run may begin the next batch of what it has begun: nobody has cancelled it, and its starter has the role. */
const goesOn = async (context: WorkerContext, { until }: WorkerRun, begun: ImportJob, job: ImportJob) =>
  context.now() < until &&
  job.state === begun.state &&
  job.at === begun.at &&
  (await isStillAllowed(context, starterOf(job)));

/** Applies the rows from the position on. @throws `import-file-expired` */
async function applyRows(context: WorkerContext, run: WorkerRun, begun: ImportJob): Promise<void> {
  const entries = await readEntries(context, begun);
  if (!entries) throw new DomainError('import-file-expired');
  let job: ImportJob | undefined = begun;
  while (job && job.done < entries.length) {
    job = await applyBatch(context, run, job, entries.slice(job.done, job.done + BATCH));
    if (job && !(await goesOn(context, run, begun, job))) return;
  }
  if (job) await endImport(context, run, job, entries);
}

/** Each row in a transaction of its own, then the position. The import after it; undefined where it can't go on. */
async function applyBatch(
  context: WorkerContext,
  run: WorkerRun,
  job: ImportJob,
  batch: readonly CheckedEntry[],
): Promise<ImportJob | undefined> {
  const results = await pLimit(CONCURRENCY).map(batch, (entry) => applyEntry(context, job, entry));
  const count = (wanted: string) => results.filter(({ result }) => result === wanted).length;
  return record(context, run, job, ['done'], {
    done: job.done + batch.length,
    added: job.added + count('added'),
    updated: job.updated + count('updated'),
    skipped: job.skipped + count('skipped'),
    periods: results.reduce((sum, { periods }) => sum + periods, job.periods),
  });
}

/** Stores whom it has added, for their invitations, and puts its rows away. */
async function endImport(
  context: WorkerContext,
  run: WorkerRun,
  job: ImportJob,
  given?: readonly CheckedEntry[],
): Promise<void> {
  const entries = given ?? (await readEntries(context, job));
  const ended = await record(context, run, job, ['state', 'done'], {
    state: job.state === 'applying' ? 'done' : job.state,
    rowsKey: '',
    ...(entries && { invitees: await storeInvitees(context, job, entries.slice(0, job.done)) }),
  });
  if (ended) await context.files.remove(job.rowsKey);
}

/** Stores whom an import has added, for their invitations, and returns how many they are. */
async function storeInvitees(
  context: Pick<Context, 'files'>,
  { id, kind }: ImportJob,
  entries: readonly CheckedEntry[],
): Promise<number> {
  if (kind !== 'members') return 0;
  const addresses = entries.flatMap(({ uid, rows }) => (uid === '' ? (rows[0]?.['email'] ?? []) : []));
  if (addresses.length > 0) await putInvitees(context, id, addresses.map(canonicalize));
  return addresses.length;
}

/**
 * Queues the invitations that were asked for. An administrator's invitations count like the recipients of campaigns.
 * @throws `invitations-expired`, `too-many-attempts`
 */
async function sendInvitations(context: WorkerContext, run: WorkerRun, begun: ImportJob): Promise<void> {
  const addresses = await readInvitees(context, begun.id);
  let job: ImportJob | undefined = begun;
  while (job && isInviting(job)) {
    const end = Math.min(job.inviteesDone + BATCH, job.inviteesWanted);
    const batch = addresses.slice(job.inviteesDone, end);
    const starter = starterOf(job);
    if (starter.by === 'person')
      await enforceLimit(context, limitRules.campaignRecipients, starter.uid, batch.length);
    const change = await inviteBatch(context, job, batch);
    job = await record(context, run, job, ['inviteesDone'], { ...change, inviteesDone: end });
    if (job && !(await goesOn(context, run, begun, job))) return;
  }
  if (job && job.inviteesDone >= job.invitees) await removeInvitees(context, job.id);
}

/**
 * Queues an invitation for each of these new members, and returns what changes at the import. Members who have set a
 * password, changed their address or deleted the account in the meantime are passed over.
 */
async function inviteBatch(
  context: ChangeContext,
  job: ImportJob,
  addresses: readonly string[],
): Promise<Partial<ImportJob>> {
  const members = await findMembersByEmail(context, addresses);
  const waiting = addresses
    .flatMap((address) => members.get(address) ?? [])
    .filter((member) => isWaiting(job, member));
  const start = Math.max(context.now().getTime(), Date.parse(job.invitedUntil) || 0);
  const dueAt = (index: number) => new Date(start + index * INVITATION_INTERVAL_MS).toISOString();
  await Promise.all(waiting.map((member, index) => invite(context, job, member, dueAt(index))));
  return {
    invited: job.invited + waiting.length,
    invitedUntil: dueAt(waiting.length),
  };
}

/** Whether this import has added the member, who has not used the account since. */
const isWaiting = ({ at }: ImportJob, { registeredAt, state, epoch }: Member): boolean =>
  registeredAt === at && state === 'active' && epoch === FIRST_EPOCH;

/** Does nothing for a member whom an administrator, or an earlier try of the batch, has invited. */
async function invite(context: ChangeContext, job: ImportJob, member: Member, dueAt: string): Promise<void> {
  const actor = starterOf(job);
  const mail = {
    ...invitationMail(context, member, { hasPassword: member.passwordHash !== NO_PASSWORD }),
    id: firstInvitationId(member),
    dueAt,
    requestedByUid: actor.by === 'person' ? actor.uid : undefined,
  };
  const details: AuditDetails = { file: job.fileName };
  const entry = createAuditEntry(context, { actor, action: 'invite-member', about: member.uid, details });
  await context.table.commit([...enqueueMailWrites(mail), ...auditMemberWrites(entry)]);
}

/**
 * Records what was done, unless somebody else has changed these values, together with the worker's right to go on. The
 * import as it is then; undefined if nothing was recorded.
 */
async function record(
  context: WorkerContext,
  run: WorkerRun,
  job: ImportJob,
  unchanged: readonly (keyof ImportJob)[],
  change: Partial<ImportJob>,
): Promise<ImportJob | undefined> {
  const progressedAt = context.now().toISOString();
  const failed = await context.table.commit([
    changeImportWrite(job, unchanged, { ...change, progressedAt }),
    renewLeaseWrite(context, run.lease),
  ]);
  if (failed.some(({ label }) => label === 'lease')) throw new Error('Another worker has taken over.');
  if (failed.length > 0) return undefined;
  run.records += 1;
  return findImport(context, job.id);
}
