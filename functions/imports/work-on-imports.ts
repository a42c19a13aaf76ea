import pLimit from 'p-limit';
import { canonicalize, toHex } from '#shared/text';
import type { ChangeContext, Context } from '../platform/context.ts';
import { keys } from '../platform/table/schema.ts';
import { unlessConditionFailed } from '../platform/table/table.ts';
import { update } from '../platform/table/writes.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type ApplyContext, applyEntry } from './apply-entry.ts';
import {
  type CheckedEntry,
  changeImportWrite,
  findImport,
  type ImportJob,
  isLeft,
  isSilent,
  isStillAllowed,
  listImports,
  readEntries,
  starterOf,
} from './import.ts';
import { inviteBatch, putInvitees, readInvitees, removeInvitees } from './invitations.ts';

/** Members or attendances between two positions; after a kill, at most so many are done again. */
const BATCH = 25;
/** Of the transactions of a batch. */
const CONCURRENCY = 8;
/** A worker that has given no sign for so long has ended, however it did. */
const SILENT_MS = 60_000;

export type WorkerContext = ChangeContext & ApplyContext & Pick<Context, 'files' | 'log'>;

/** A run of a worker: who has the lease, what the run has read last, and how often it has recorded something. */
interface WorkerRun {
  readonly worker: string;
  rows?: { key: string; entries: readonly CheckedEntry[] | undefined };
  /** Of the import that was started at this time: a cancelled one may be started again, and add others. */
  invitees?: { at: string; addresses: readonly string[] };
  records: number;
}

/**
 * Works on one import, batch by batch, until nothing is left to do, until `until`, or until a person has to decide: its
 * starter has lost the role, its rows have expired, the limit of recipients is reached. Does nothing while another worker
 * is at work.
 * @returns the imports whose turn it is next: the same one, if its time was up
 */
export async function workOnImport(context: WorkerContext, id: string, until: Date): Promise<string[]> {
  const worker = await takeLease(context);
  if (worker === undefined) return [];
  const run: WorkerRun = { worker, records: 0 };
  let isOver: boolean;
  try {
    isOver = await workUntilEnd(context, run, id, until);
  } finally {
    // Does nothing where another worker has taken it.
    await context.table.commit([leaseWrite(worker, '')]);
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

/** The right to work on imports, which one worker has at a time; undefined while another one has it. */
async function takeLease(context: ChangeContext): Promise<string | undefined> {
  const worker = toHex(context.randomBytes(16));
  const taken = context.table.call('PutItem', {
    Item: { ...keys.importWorker, worker, until: leaseEnd(context) },
    ConditionExpression: 'attribute_not_exists(pk) OR #until <= :now',
    ExpressionAttributeNames: { '#until': 'until' },
    ExpressionAttributeValues: { ':now': context.now().toISOString() },
  });
  return (await unlessConditionFailed(taken)) && worker;
}

const leaseEnd = ({ now }: ChangeContext): string => new Date(now().getTime() + SILENT_MS).toISOString();

/** Fails where another worker has taken it. Label `lease`. */
const leaseWrite = (worker: string, until: string) =>
  update('lease', keys.importWorker, { until }, { worker });

/** False if the time was up. */
async function workUntilEnd(
  context: WorkerContext,
  run: WorkerRun,
  id: string,
  until: Date,
): Promise<boolean> {
  try {
    while (context.now() < until) {
      // Read before each batch: somebody may have cancelled it, or its starter may have lost the role.
      const job = await findImport(context, id);
      if (!job || !isLeft(job)) return true;
      if (job.state === 'cancelled' && job.rowsKey !== '') await endImport(context, run, job);
      else if (!(await isStillAllowed(context, starterOf(job)))) return true;
      else if (job.state === 'applying') await applyBatch(context, run, job);
      else await sendInvitations(context, run, job);
    }
    return false;
  } catch (cause) {
    // The page says what a person can do about it.
    if (cause instanceof DomainError) return true;
    throw cause;
  }
}

/** Applies the next rows, each in a transaction of its own, then records the position. @throws `import-file-expired` */
async function applyBatch(context: WorkerContext, run: WorkerRun, job: ImportJob): Promise<void> {
  const entries = await readRows(context, run, job);
  if (!entries) throw new DomainError('import-file-expired');
  const batch = entries.slice(job.done, job.done + BATCH);
  if (batch.length === 0) return endImport(context, run, job);
  const results = await pLimit(CONCURRENCY).map(batch, (entry) => applyEntry(context, job, entry));
  const count = (wanted: string) => results.filter(({ result }) => result === wanted).length;
  await record(context, run, job, ['done'], {
    done: job.done + batch.length,
    added: job.added + count('added'),
    updated: job.updated + count('updated'),
    skipped: job.skipped + count('skipped'),
    periods: results.reduce((sum, { periods }) => sum + periods, job.periods),
  });
}

/** The rows of an import, read once by each run; undefined if they were deleted. */
async function readRows(context: WorkerContext, run: WorkerRun, job: ImportJob) {
  if (run.rows?.key !== job.rowsKey)
    run.rows = { key: job.rowsKey, entries: await readEntries(context, job) };
  return run.rows.entries;
}

/** Stores whom it has added, for their invitations, and puts its rows away. */
async function endImport(context: WorkerContext, run: WorkerRun, job: ImportJob): Promise<void> {
  const entries = await readRows(context, run, job);
  const added = entries
    ?.slice(0, job.done)
    .flatMap(({ uid, rows }) => (uid === '' ? (rows[0]?.['email'] ?? []) : []));
  if (added && added.length > 0) await putInvitees(context, job.id, added.map(canonicalize));
  const isEnded = await record(context, run, job, ['state', 'done'], {
    state: job.state === 'applying' ? 'done' : job.state,
    rowsKey: '',
    ...(added && { invitees: added.length }),
  });
  if (isEnded) await context.files.remove(job.rowsKey);
}

/** @throws `invitations-expired`, `too-many-attempts` */
async function sendInvitations(context: WorkerContext, run: WorkerRun, job: ImportJob): Promise<void> {
  if (run.invitees?.at !== job.at)
    run.invitees = { at: job.at, addresses: await readInvitees(context, job.id) };
  const change = await inviteBatch(context, job, run.invitees.addresses);
  const isRecorded = await record(context, run, job, ['inviteesDone'], change);
  if (isRecorded && change.inviteesDone >= job.invitees) await removeInvitees(context, job.id);
}

/**
 * Records what was done together with the worker's right to go on; false if somebody else has changed these values, and
 * nothing was recorded.
 */
async function record(
  context: WorkerContext,
  run: WorkerRun,
  job: ImportJob,
  unchanged: readonly (keyof ImportJob)[],
  change: Partial<ImportJob>,
): Promise<boolean> {
  const progressedAt = context.now().toISOString();
  const failed = await context.table.commit([
    changeImportWrite(job, unchanged, { ...change, progressedAt }),
    leaseWrite(run.worker, leaseEnd(context)),
  ]);
  if (failed.some(({ label }) => label === 'lease')) throw new Error('Another worker has taken over.');
  if (failed.length > 0) return false;
  run.records += 1;
  return true;
}
