import type * as z from 'zod/mini';
import type { CopyState, getMail, MailSummary } from '#contract/outbox';
import type { Tally } from '../../../text/admin-campaigns.ts';

export type Mail = z.output<typeof getMail.reply>['data'];
export type State = z.output<typeof CopyState>;

/** The counts of a mail by what they mean to who sent it. */
export function tallyOf({ counts, total }: Pick<Mail, 'counts' | 'total'>): Tally {
  const { waiting, sending: underWay, sent, delivered, bounced, complained, unknown: unclear } = counts;
  const left = sent + delivered + bounced + complained;
  return { left, unclear, underWay, waiting, never: total - left - unclear - underWay - waiting, total };
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const NEWS_MILLISECONDS = HOUR / 4;

/**
 * Milliseconds until a mail is worth another look, false where nothing of it changes any more. Counting a large ledger takes
 * the server longer, so that it is asked less often.
 */
export function nextLook(
  { state, total, dueAt, endedAt, counts }: MailSummary & Partial<Pick<Mail, 'counts'>>,
  now: Date,
): number | false {
  const soon = Math.max(2 * SECOND, Math.min(total / 2, 10 * SECOND));
  const isUnderWay = (counts?.sending ?? 0) > 0;
  switch (state) {
    case 'preparing':
    case 'sending':
      return soon;
    case 'scheduled':
      return Math.min(HOUR, Math.max(soon, Date.parse(dueAt) - now.getTime()));
    case 'paused':
    case 'cancelled':
      return isUnderWay && soon;
    case 'done': {
      // What the other side says comes after the mail has ended.
      const isFresh = now.getTime() - Date.parse(endedAt ?? '') < NEWS_MILLISECONDS;
      return (counts?.sent ?? 0) > 0 && isFresh && 5 * soon;
    }
  }
}

/** Of several mails the earliest look. */
export function earliestLook(mails: readonly MailSummary[], now: Date): number | false {
  const looks = mails.flatMap((mail) => nextLook(mail, now) || []);
  return looks.length > 0 && Math.min(...looks);
}
