import type { Context } from '../platform/context.ts';
import { readRow, rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import type { TableWrite } from '../platform/table/table.ts';
import { parseItem, unlessConditionFailed } from '../platform/table/table.ts';
import { update } from '../platform/table/writes.ts';
import { ImportJob } from './import.ts';

/** Replaces an import while it is still in this state, at this row. */
const changeImportWrite = (
  { state, done }: Pick<ImportJob, 'state' | 'done'>,
  { id, ...after }: ImportJob,
): TableWrite => update('import', keys.import(id), after, { state, done });

export async function findImport(
  context: Pick<Context, 'table'>,
  id: string,
): Promise<ImportJob | undefined> {
  const item = await readRow(context.table, keys.import(id));
  return item && parseItem(ImportJob, item);
}

/** The latest first. */
export async function listImports(context: Pick<Context, 'table'>): Promise<ImportJob[]> {
  const jobs = await Array.fromAsync(rowsWithPrefix(context.table, keyPrefixes.imports), (row) =>
    parseItem(ImportJob, row),
  );
  return jobs.toSorted((a, b) => b.at.localeCompare(a.at));
}

/** Replaces an import that was only checked or was cancelled; false if it has started. */
export async function saveCheckedImport(context: Pick<Context, 'table'>, job: ImportJob): Promise<boolean> {
  const saved = context.table.call('PutItem', {
    Item: { ...keys.import(job.id), ...job },
    ConditionExpression: 'attribute_not_exists(pk) OR #state IN (:checked, :cancelled)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':checked': 'checked', ':cancelled': 'cancelled' },
  });
  return (await unlessConditionFailed(saved)) !== undefined;
}

/** Forgets an import that was only checked. */
export async function removeCheckedImport(context: Pick<Context, 'table'>, id: string): Promise<void> {
  const removed = context.table.call('DeleteItem', {
    Key: keys.import(id),
    ConditionExpression: '#state = :checked',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':checked': 'checked' },
  });
  await unlessConditionFailed(removed);
}

/** Starts a checked import. Label `import`. */
export const startImportWrite = (started: ImportJob): TableWrite =>
  changeImportWrite({ ...started, state: 'checked' }, started);

/** False if another step has advanced the import in the meantime. */
export async function advanceImport(
  context: Pick<Context, 'table'>,
  before: ImportJob,
  after: ImportJob,
): Promise<boolean> {
  return (await context.table.commit([changeImportWrite(before, after)])).length === 0;
}

/** False if another step has invited the same members in the meantime. */
export async function advanceInvitations(
  context: Pick<Context, 'table'>,
  { inviteesDone: before }: ImportJob,
  after: ImportJob,
): Promise<boolean> {
  const { id, inviteesDone, inviteesWanted, inviter, invited, invitedUntil, progressedAt } = after;
  const values = { inviteesDone, inviteesWanted, inviter, invited, invitedUntil, progressedAt };
  const write = update('import', keys.import(id), values, { inviteesDone: before });
  return (await context.table.commit([write])).length === 0;
}

/** A step in progress fails when it tries to advance. Fails if one has advanced it. Label `import`. */
export const cancelImportWrite = ({ id, state, done }: ImportJob, { invitees }: ImportJob): TableWrite =>
  update('import', keys.import(id), { state: 'cancelled', invitees }, { state, done });
