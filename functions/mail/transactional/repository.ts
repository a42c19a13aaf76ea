import pLimit from 'p-limit';
import * as z from 'zod/mini';
import type { DeliveryState } from '#shared/choices';
import { canonicalize } from '#shared/text';
import type { WithTable } from '../../platform/context.ts';
import { currentRequestId } from '../../platform/runtime.ts';
import {
  listRows,
  queryAll,
  queryDue,
  readRow,
  readRows,
  rowsWithPrefix,
} from '../../platform/table/rows.ts';
import { keyPrefixes, keys, mailIdOf } from '../../platform/table/schema.ts';
import {
  type Item,
  itemKey,
  type Key,
  parseItem,
  seconds,
  type TableWrite,
  unlessConditionFailed,
} from '../../platform/table/table.ts';
import { expectValues, insert, put, update } from '../../platform/table/writes.ts';
import { MailPart, type TransactionalMail } from './mail.ts';

/** The partition of the index `due`; a row leaves it when no work is left. */
const DUE = 'TRANSACTIONAL';

/** From the time when it is due: in spring, members still ask about the reminders and receipts of the year's end. */
const KEEP_SECONDS = 180 * 86_400;

/**
 * The email, its one delivery, by which SES's events find the address, and its place among the member's emails, which
 * leads to the delivery: an outcome is written once.
 */
export function enqueueMailWrites({ uid, ...mail }: TransactionalMail): TableWrite[] {
  const expiresAt = seconds(new Date(mail.dueAt)) + KEEP_SECONDS;
  const requestId = currentRequestId();
  const row = { kind: 'transactional', ...mail, requestId, attempt: 0, due: DUE, expiresAt };
  const delivery = { address: mail.to, state: 'pending', times: {}, expiresAt };
  const { id, dueAt: at, to: address, subject } = mail;
  return [
    insert('mail', { ...keys.mail(mail.id), ...row }),
    insert('delivery', { ...keys.delivery(mail.id, canonicalize(mail.to)), ...delivery }),
    ...(uid === undefined
      ? []
      : [put('member-email', { ...keys.memberEmail(uid, at, id), id, at, address, subject, expiresAt })]),
  ];
}

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
  const rows = await readRows(context.table, keysOfDue);
  return rows.flatMap((item) => (item && parseItem(DueItem, item).due === due ? toQueued(item) : []));
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

/** A transactional email in its member's list, to which `enqueueMailWrites` adds; its delivery has the outcome. */
const TransactionalMemberEmail = z.object({
  id: z.string(),
  /** ISO 8601, UTC: the email was due then. */
  at: z.string(),
  address: z.string(),
  subject: z.string(),
});

const CONCURRENT_EMAILS = 8;

const deleteRow = (context: WithTable, Key: Key) => context.table.call('DeleteItem', { Key });
const deleteFinishedMail = async (context: WithTable, id: string): Promise<boolean> => {
  const deletion = context.table.call('DeleteItem', {
    Key: keys.mail(id),
    ConditionExpression: 'attribute_not_exists(due)',
  });
  return (await unlessConditionFailed(deletion)) !== undefined;
};

/** The latest first. */
export const listTransactionalEmails = ({ table }: WithTable, uid: string) =>
  listRows(table, keyPrefixes.memberEmails(uid), TransactionalMemberEmail, { latestFirst: true });

/**
 * Deletes the emails with their addresses. One that still waits is sent and expires by itself: whoever takes over an
 * account and deletes it can't stop the notice to the old address.
 */
export async function deleteMemberEmails(context: WithTable, uid: string): Promise<void> {
  const rows = await Array.fromAsync(rowsWithPrefix(context.table, keyPrefixes.memberEmails(uid)));
  await pLimit(CONCURRENT_EMAILS).map(rows, async (row) => {
    const { id, address } = parseItem(TransactionalMemberEmail, row);
    if (await deleteFinishedMail(context, id))
      await deleteRow(context, keys.delivery(id, canonicalize(address)));
    // Last, so that a repetition finds what is left.
    await deleteRow(context, itemKey(row));
  });
}
