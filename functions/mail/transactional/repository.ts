import * as z from 'zod/mini';
import { canonicalize } from '#shared/text';
import { queryDue, readRow } from '../../platform/table/reads.ts';
import { keys } from '../../platform/table/schema.ts';
import type { TableWrite } from '../../platform/table/table.ts';
import { parseItem, seconds, type Table } from '../../platform/table/table.ts';
import { insert, update } from '../../platform/table/writes.ts';
import type { LeasedMail, MailPart, TransactionalMail } from './mail.ts';

/** The partition of the index `due`; a row leaves it when no work is left. */
const DUE = 'TRANSACTIONAL';

/** Longer than anybody asks about a single email. */
const KEEP_SECONDS = 90 * 86_400;

/** The email and its one delivery, by which SES's events find the address. */
function enqueueWrites(mail: TransactionalMail): TableWrite[] {
  const expiresAt = seconds(new Date(mail.dueAt)) + KEEP_SECONDS;
  const row = { kind: 'transactional', ...mail, total: 1, attempt: 0, due: DUE, expiresAt };
  const delivery = { address: mail.to, state: 'pending', times: {}, expiresAt };
  return [
    insert('mail', { ...keys.mail(mail.id), ...row }),
    insert('delivery', { ...keys.delivery(mail.id, canonicalize(mail.to)), ...delivery }),
  ];
}

/** Attributes removed from a finished email: the parts may hold a code. */
const ENDED = ['due', 'dueAt', 'preheader', 'greeting', 'parts'];

const MailPartItem: z.ZodMiniType<MailPart> = z.union([
  z.string(),
  z.object({ heading: z.string() }),
  z.object({ code: z.string() }),
  z.object({ facts: z.array(z.tuple([z.string(), z.string()])) }),
  z.object({ text: z.string(), link: z.string(), button: z.string() }),
]);

const MailItem = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  preheader: z._default(z.string(), ''),
  greeting: z._default(z.string(), ''),
  parts: z._default(z.array(MailPartItem), []),
  /** Absent when no work is left. */
  dueAt: z.optional(z.string()),
  attempt: z.number(),
});

export type TransactionalMailQueue = ReturnType<typeof transactionalMailQueue>;

export function transactionalMailQueue(table: Table) {
  /** Changes the rows of the email and its delivery together, unless another worker has leased the email since. */
  const change = (
    { id, to, attempt }: Pick<LeasedMail, 'id' | 'to' | 'attempt'>,
    mail: { values?: Record<string, unknown>; removed?: string[] },
    delivery: Record<string, unknown>,
  ) =>
    table.commit([
      update('mail', keys.mail(id), mail.values ?? {}, { attempt }, mail.removed),
      update('delivery', keys.delivery(id, canonicalize(to)), delivery),
    ]);

  return {
    enqueueWrites,

    /** Ids of mails with work left that are due, the longest waiting first. */
    async listDue(now: Date, limit: number): Promise<string[]> {
      const due = await queryDue(table, DUE, limit, now);
      return due.map(({ pk }) => pk.slice('MAIL#'.length));
    },

    /** Undefined if another worker has the lease or no work is left. */
    async acquireLease(id: string, now: Date, leaseSeconds: number): Promise<LeasedMail | undefined> {
      const item = await readRow(table, keys.mail(id));
      if (!item) return undefined;
      const { dueAt, ...mail } = parseItem(MailItem, item);
      if (dueAt === undefined || dueAt > now.toISOString()) return undefined;
      const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000).toISOString();
      const leased = { ...mail, attempt: mail.attempt + 1, dueAt: leaseUntil };
      const failed = await change(
        mail,
        { values: { attempt: leased.attempt, dueAt: leaseUntil } },
        { state: 'sending', leaseUntil, attempt: leased.attempt },
      );
      return failed.length === 0 ? leased : undefined;
    },

    async markSent(mail: LeasedMail, messageId: string, now: Date): Promise<void> {
      const delivery = { state: 'sent', messageId, finishedAt: now.toISOString() };
      await change(mail, { removed: ENDED }, delivery);
    },

    async markFailed(mail: LeasedMail, reason: string, now: Date): Promise<void> {
      const delivery = { state: 'failed', reason, finishedAt: now.toISOString() };
      await change(mail, { removed: ENDED }, delivery);
    },

    /** Back to pending: SES did not take the email. */
    async reschedule(mail: LeasedMail, dueAt: Date): Promise<void> {
      await change(mail, { values: { dueAt: dueAt.toISOString() } }, { state: 'pending' });
    },
  };
}
