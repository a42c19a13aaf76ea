import type { Runtime } from '../../platform/runtime.ts';
import type { Mailer, TransactionalMailQueue } from './mail.ts';

const BATCH = 25;
/** Longer than any send can take; an unclear send is tried again when it ends (at least once is right for service mail). */
const LEASE_SECONDS = 120;
const THROTTLED_SECONDS = 5;
const UNREACHED_SECONDS = 30;

/**
 * Sends what is due, one after the other, until nothing is left that this worker can claim or the time is up. Returns how
 * many left.
 */
export async function sendDueMail(
  deps: Runtime & { outbox: TransactionalMailQueue; mailer: Mailer },
  until?: Date,
): Promise<number> {
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
      const result = await mailer.send(mail);
      const { outcome } = result;
      const level = outcome === 'sent' ? 'info' : 'warning';
      // A refusal's reason may name the address.
      const reason = outcome === 'unclear' || outcome === 'unreached' ? { reason: result.reason } : {};
      log({ level, event: 'transactional-mail', id, outcome, ...reason });
      switch (result.outcome) {
        case 'sent':
          await outbox.markSent(mail, result.messageId, now());
          sent += 1;
          break;
        case 'refused':
          await outbox.markFailed(mail, result.reason, now());
          break;
        case 'throttled':
          await outbox.release(mail, new Date(now().getTime() + THROTTLED_SECONDS * 1000));
          break;
        case 'unreached':
          await outbox.release(mail, new Date(now().getTime() + UNREACHED_SECONDS * 1000));
          break;
        case 'unclear':
          break;
      }
    }
    if (claimed === 0) return sent;
  }
}
