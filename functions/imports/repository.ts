import { s3Prefixes } from '#shared/deployment';
import { toHex } from '#shared/text';
import type { ChangeContext, Context, WithTable } from '../platform/context.ts';
import { findRow, listRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { type TableWrite, unlessConditionFailed } from '../platform/table/table.ts';
import { update } from '../platform/table/writes.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type CheckedEntry, ImportJob, parseStoredEntries } from './import.ts';

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
  const removed = context.table.call('DeleteItem', {
    Key: keys.import(id),
    ConditionExpression: '#state = :checked',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':checked': 'checked' },
  });
  await unlessConditionFailed(removed);
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

/** The checked rows of an import. Undefined if they were deleted, at its end or after their 30 days. */
export async function readEntries(
  { files }: Pick<Context, 'files'>,
  { rowsKey }: ImportJob,
): Promise<CheckedEntry[] | undefined> {
  const file = await files.get(rowsKey);
  return file && parseStoredEntries(Buffer.from(file.body).toString());
}

const inviteesKey = (id: string): string => `${s3Prefixes.imports}${id}-invitees.json`;

/** Stores the addresses of an import's new members. */
export const putInvitees = ({ files }: Pick<Context, 'files'>, id: string, addresses: readonly string[]) =>
  files.put(inviteesKey(id), {
    body: Buffer.from(JSON.stringify(addresses)),
    contentType: 'application/json',
  });

/** The addresses of an import's new members. @throws `invitations-expired` 30 days after the last request */
export async function readInvitees({ files }: Pick<Context, 'files'>, id: string): Promise<string[]> {
  const file = await files.get(inviteesKey(id));
  if (!file) throw new DomainError('invitations-expired');
  return JSON.parse(Buffer.from(file.body).toString());
}

export const removeInvitees = ({ files }: Pick<Context, 'files'>, id: string): Promise<void> =>
  files.remove(inviteesKey(id));

/** A worker that has given no sign for so long has ended, however it did. */
export const SILENT_MS = 60_000;

/** The right to work on imports, which one worker has at a time. */
export interface WorkerLease {
  worker: string;
}

const until = ({ now }: Pick<Context, 'now'>): string => new Date(now().getTime() + SILENT_MS).toISOString();

/** Undefined while another worker has it. */
export async function takeLease(context: ChangeContext): Promise<WorkerLease | undefined> {
  const worker = toHex(context.randomBytes(16));
  const taken = context.table.call('PutItem', {
    Item: { ...keys.importWorker, worker, until: until(context) },
    ConditionExpression: 'attribute_not_exists(pk) OR #until <= :now',
    ExpressionAttributeNames: { '#until': 'until' },
    ExpressionAttributeValues: { ':now': context.now().toISOString() },
  });
  return (await unlessConditionFailed(taken)) && { worker };
}

/** Keeps it for another while; fails where another worker has taken it. Label `lease`. */
export const renewLeaseWrite = (context: ChangeContext, { worker }: WorkerLease): TableWrite =>
  update('lease', keys.importWorker, { until: until(context) }, { worker });

/** Does nothing where another worker has taken it. */
export async function releaseLease(context: ChangeContext, { worker }: WorkerLease): Promise<void> {
  await context.table.commit([update('lease', keys.importWorker, { until: '' }, { worker })]);
}
