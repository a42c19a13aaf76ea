import type { Mailer } from '../../platform/mailer.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { fillIn, type TransactionalMailQueue } from './mail.ts';

const BATCH = 25;
/** Longer than any send can take. A send in doubt is repeated when the lease ends: a code may come twice, never not at all. */
const LEASE_SECONDS = 120;
const THROTTLED_SECONDS = 5;
const UNREACHED_SECONDS = 30;

export type TransactionalMailDeps = Runtime & {
  outbox: TransactionalMailQueue;
  mailer: Mailer;
  siteUrl: string;
  /** Answers readers: the sender's own address takes no replies. */
  contactAddress: string;
};

/**
 * Sends what is due, one mail after the other, until nothing is left that this worker can claim or the time is up. Returns
 * how many were sent.
 */
export async function sendDueMail(deps: TransactionalMailDeps, until?: Date): Promise<number> {
  const { now, outbox, mailer, log } = deps;
  let sent = 0;
  for (;;) {
    const ids = await outbox.due(now(), BATCH);
    let claimed = 0;
    for (const id of ids) {
      if (until && now() >= until) return sent;
      const mail = await outbox.claim(id, now(), LEASE_SECONDS);
      if (!mail) continue;
      claimed += 1;
      const result = await mailer.send({ ...mail, text: fillIn(mail.text, deps) });
      const { outcome } = result;
      const level = outcome === 'sent' ? 'info' : 'warning';
      // The reason of a rejection may name the address.
      const reason = outcome === 'in-doubt' || outcome === 'unreached' ? { reason: result.reason } : {};
      log({ level, event: 'transactional-mail', id, outcome, ...reason });
      switch (result.outcome) {
        case 'sent':
          await outbox.markSent(mail, result.messageId, now());
          sent += 1;
          break;
        case 'rejected':
          await outbox.markFailed(mail, result.reason, now());
          break;
        case 'throttled':
          await outbox.release(mail, new Date(now().getTime() + THROTTLED_SECONDS * 1000));
          break;
        case 'unreached':
          await outbox.release(mail, new Date(now().getTime() + UNREACHED_SECONDS * 1000));
          break;
        case 'in-doubt':
          break;
      }
    }
    if (claimed === 0) return sent;
  }
}
