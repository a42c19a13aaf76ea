import * as z from 'zod/mini';
import type { DeliveryState } from '#shared/choices';
import { canonicalize } from '#shared/text';
import type { WithTable } from '../../platform/context.ts';
import { queryAll, queryDue, readMany, readRow } from '../../platform/table/rows.ts';
import { keys, mailIdOf } from '../../platform/table/schema.ts';
import { type Item, itemKey, parseItem, type TableWrite } from '../../platform/table/table.ts';
import { expectValues, update } from '../../platform/table/writes.ts';
import { DUE, KEEP_SECONDS } from './enqueue-repository.ts';
import { MailPart } from './mail.ts';

/**
 * The partition of emails that nobody sends until an operator decides: they may have left before the table was restored, or
 * are of somebody who is no longer an administrator.
 */
const HELD = 'TRANSACTIONAL-HELD';

/** Attributes removed from a finished email: the parts may hold a code. */
const ENDED = ['due', 'dueAt', 'preheader', 'greeting', 'parts'];

const MailItem = z.object({
  id: z.string(),
  /** Of the request that caused it. */
  requestId: z.optional(z.string()),
  to: z.string(),
  subject: z.string(),
  preheader: z._default(z.string(), ''),
  greeting: z._default(z.string(), ''),
  parts: z._default(z.array(MailPart), []),
  /** Absent when no work is left. */
  dueAt: z.optional(z.string()),
  sendBefore: z.optional(z.string()),
  requestedByUid: z.optional(z.string()),
  /** Counts from 1. */
  attempt: z.number(),
  expiresAt: z.number(),
});
type MailItem = z.output<typeof MailItem>;

/** A mail that this worker alone may send until the lease ends. */
export type LeasedMail = Omit<MailItem, 'expiresAt'> & { firstDueAt: Date };

/** A mail with work left, without what it says: it may hold a code. */
export type QueuedMail = Pick<MailItem, 'id' | 'to' | 'subject' | 'attempt'> & { dueAt: string };

const Kind = z.object({ kind: z.optional(z.string()) });
const DueItem = z.object({ due: z.optional(z.string()) });

function toQueued(item: Item): QueuedMail[] {
  const { id, to, subject, attempt, dueAt } = parseItem(MailItem, item);
  return dueAt === undefined ? [] : [{ id, to, subject, attempt, dueAt }];
}

const deliveryKey = ({ id, to }: Pick<LeasedMail, 'id' | 'to'>) => keys.delivery(id, canonicalize(to));

/**
 * Changes the rows of the email and its delivery together; false if another worker has leased the email since, or SES's
 * event has reported what became of it. Such a state is never undone, and nothing is left to do.
 */
async function change(
  context: WithTable,
  { id, to, attempt }: Pick<LeasedMail, 'id' | 'to' | 'attempt'>,
  mail: { values?: Record<string, unknown>; removed?: string[] },
  delivery: Record<string, unknown>,
  from: readonly DeliveryState[],
): Promise<boolean> {
  for (const state of from) {
    const failed = await context.table.commit([
      update('mail', keys.mail(id), mail.values ?? {}, { attempt }, mail.removed),
      update('delivery', deliveryKey({ id, to }), delivery, { state }),
    ]);
    if (failed.length === 0) return true;
    if (failed.some(({ label }) => label === 'mail')) return false;
  }
  await context.table.commit([update('mail', keys.mail(id), {}, { attempt }, ENDED)]);
  return false;
}

/** Ids of mails with work left that are due, the longest waiting first. */
export async function listDueMails(context: WithTable, now: Date, limit: number): Promise<string[]> {
  return (await queryDue(context.table, DUE, limit, now)).map(mailIdOf);
}

/** Undefined if another worker has the lease or no work is left, as after SES's event. */
export async function acquireMailLease(
  context: WithTable,
  id: string,
  now: Date,
  leaseSeconds: number,
): Promise<LeasedMail | undefined> {
  const item = await readRow(context.table, keys.mail(id));
  if (!item) return undefined;
  const { dueAt, expiresAt, ...mail } = parseItem(MailItem, item);
  if (dueAt === undefined || dueAt > now.toISOString()) return undefined;
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000).toISOString();
  const firstDueAt = new Date((expiresAt - KEEP_SECONDS) * 1000);
  const leased = { ...mail, attempt: mail.attempt + 1, dueAt: leaseUntil, firstDueAt };
  const isLeased = await change(
    context,
    mail,
    { values: { attempt: leased.attempt, dueAt: leaseUntil } },
    { state: 'sending' },
    // The second after a call without an answer of SES.
    ['pending', 'sending'],
  );
  return isLeased ? leased : undefined;
}

/** `failed` if SES rejected it or was asked too long in vain, `suppressed` if SES was not asked. */
export async function finishMail(
  context: WithTable,
  mail: LeasedMail,
  outcome: { state: 'sent'; messageId: string } | { state: 'failed' | 'suppressed'; reason: string },
  now: Date,
): Promise<void> {
  const delivery = { ...outcome, finishedAt: now.toISOString() };
  await change(context, mail, { removed: ENDED }, delivery, ['sending']);
}

/** The longest waiting first: mails that the workers send or, with `held`, those that they leave alone. */
export async function listQueuedMails(context: WithTable, held = false): Promise<QueuedMail[]> {
  const due = held ? HELD : DUE;
  const keysOfDue = await Array.fromAsync(
    queryAll(context.table, {
      IndexName: 'due',
      KeyConditionExpression: 'due = :due',
      ExpressionAttributeValues: { ':due': due },
    }),
    itemKey,
  );
  // The index may lag behind the rows.
  const rows = await readMany(context.table, keysOfDue);
  return keysOfDue.flatMap(({ pk }) => {
    const item = rows.get(pk);
    return item && parseItem(DueItem, item).due === due ? toQueued(item) : [];
  });
}

/** A mail with work left, waiting or held. */
export async function findQueuedMail(context: WithTable, id: string): Promise<QueuedMail | undefined> {
  const item = await readRow(context.table, keys.mail(id));
  const isTransactional = item && parseItem(Kind, item).kind === 'transactional';
  return isTransactional ? toQueued(item)[0] : undefined;
}

/** Until an operator decides, also if a worker had leased it. */
export async function holdMail(
  context: WithTable,
  mail: Pick<QueuedMail, 'id' | 'to' | 'attempt'>,
): Promise<void> {
  await change(context, mail, { values: { due: HELD } }, { state: 'pending' }, ['pending', 'sending']);
}

/** Labels `mail` and `delivery` fail while a worker sends it. */
export const sendMailNowWrites = (mail: QueuedMail, now: Date): TableWrite[] => [
  update(
    'mail',
    keys.mail(mail.id),
    { due: DUE, dueAt: now.toISOString() },
    { attempt: mail.attempt },
    // Whoever decides takes the place of a former administrator.
    ['requestedByUid'],
  ),
  expectValues('delivery', deliveryKey(mail), { state: 'pending' }),
];

/** Labels `mail` and `delivery` fail while a worker sends it. */
export const discardMailWrites = (mail: QueuedMail, reason: string, now: Date): TableWrite[] => [
  update('mail', keys.mail(mail.id), {}, { attempt: mail.attempt }, ENDED),
  update(
    'delivery',
    deliveryKey(mail),
    { state: 'cancelled', reason, finishedAt: now.toISOString() },
    { state: 'pending' },
  ),
];

/** Back to pending: SES did not take the email. */
export async function rescheduleMail(context: WithTable, mail: LeasedMail, dueAt: Date): Promise<void> {
  await change(context, mail, { values: { dueAt: dueAt.toISOString() } }, { state: 'pending' }, ['sending']);
}

/** The delivery is left alone: an event may have come in the meantime. */
export async function extendMailLease(
  context: WithTable,
  { id, attempt }: LeasedMail,
  until: Date,
): Promise<void> {
  await context.table.commit([update('mail', keys.mail(id), { dueAt: until.toISOString() }, { attempt })]);
}
