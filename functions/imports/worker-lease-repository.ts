import { toHex } from '#shared/text';
import type { ChangeContext, Context } from '../platform/context.ts';
import { keys } from '../platform/table/schema.ts';
import { type TableWrite, unlessConditionFailed } from '../platform/table/table.ts';
import { update } from '../platform/table/writes.ts';

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
