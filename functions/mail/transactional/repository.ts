import * as z from 'zod/mini';
import { canonicalize } from '#shared/text';
import { queryDue, readRow } from '../../platform/table/reads.ts';
import { keys } from '../../platform/table/schema.ts';
import { type Item, parseItem, seconds, type Table } from '../../platform/table/table.ts';
import { update } from '../../platform/table/writes.ts';
import type { TransactionalMail, TransactionalMailQueue } from './mail.ts';

/** The one partition of the index `due`; a row leaves it when no work is left. */
const DUE = 'MAIL';

/** Cleaned away long after the ledger of a single mail is of use. */
const KEEP_SECONDS = 90 * 86_400;

/** A service mail as rows: itself, and its one copy in the ledger. */
export function enqueueWrites(mail: TransactionalMail): Item[] {
  const expiresAt = seconds(new Date(mail.dueAt)) + KEEP_SECONDS;
  return [
    { ...keys.mail(mail.id), kind: 'service', ...mail, total: 1, attempt: 0, due: DUE, expiresAt },
    {
      ...keys.recipient(mail.id, canonicalize(mail.to)),
      address: mail.to,
      state: 'pending',
      times: {},
      expiresAt,
    },
  ];
}

/** What was sent may hold a code: it does not stay. */
const SETTLED = { gone: ['due', 'dueAt', 'preheader', 'text'] };

const MailItem = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  preheader: z._default(z.string(), ''),
  text: z._default(z.string(), ''),
  /** Gone when no work is left. */
  dueAt: z.optional(z.string()),
  attempt: z.number(),
});

interface Claim {
  id: string;
  to: string;
  attempt: number;
}

export function transactionalMailQueue(table: Table): TransactionalMailQueue {
  /** Changes the mail's row and its copy's together, while nobody else has claimed it since. */
  const change = ({ id, to, attempt }: Claim, mail: { values?: object; gone?: string[] }, copy: object) =>
    table.commit([
      update('mail', keys.mail(id), { ...mail.values }, { attempt }, mail.gone),
      update('recipient', keys.recipient(id, canonicalize(to)), { ...copy }),
    ]);

  return {
    async due(now, limit) {
      const places = await queryDue(table, DUE, limit, now);
      return places.map(({ pk }) => pk.slice('MAIL#'.length));
    },

    async claim(id, now, leaseSeconds) {
      const item = await readRow(table, keys.mail(id));
      if (!item) return undefined;
      const { dueAt, ...mail } = parseItem(MailItem, item);
      if (dueAt === undefined || dueAt > now.toISOString()) return undefined;
      const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000).toISOString();
      const claimed = { ...mail, attempt: mail.attempt + 1, dueAt: leaseUntil };
      const obstacles = await change(
        mail,
        { values: { attempt: claimed.attempt, dueAt: leaseUntil } },
        { state: 'sending', leaseUntil, attempt: claimed.attempt },
      );
      return obstacles.length === 0 ? claimed : undefined;
    },

    async markSent(mail, messageId, now) {
      await change(mail, SETTLED, { state: 'sent', messageId, settledAt: now.toISOString() });
    },

    async markFailed(mail, reason, now) {
      await change(mail, SETTLED, { state: 'failed', reason, settledAt: now.toISOString() });
    },

    async release(mail, dueAt) {
      await change(mail, { values: { dueAt: dueAt.toISOString() } }, { state: 'pending' });
    },
  };
}
