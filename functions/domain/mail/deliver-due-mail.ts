import type { Ambient } from '../ambient.ts';
import type { Mailer, Outbox } from './mail.ts';

const BATCH = 25;
/** Longer than any send can take; an unclear send is tried again when it ends (at least once is right for service mail). */
const LEASE_SECONDS = 120;
const THROTTLED_SECONDS = 5;
const UNREACHED_SECONDS = 30;

/**
 * Sends what is due, one after the other, until nothing is left that this worker can claim or the time is up. Returns how
 * many left.
 */
export async function deliverDueMail(
  needs: Ambient & { outbox: Outbox; mailer: Mailer },
  until?: Date,
): Promise<number> {
  const { clock, outbox, mailer, report } = needs;
  let sent = 0;
  for (;;) {
    const ids = await outbox.due(clock(), BATCH);
    let claimed = 0;
    for (const id of ids) {
      if (until && clock() >= until) return sent;
      const mail = await outbox.claim(id, clock(), LEASE_SECONDS);
      if (!mail) continue;
      claimed += 1;
      const result = await mailer.send(mail);
      const { outcome } = result;
      const level = outcome === 'sent' ? 'info' : 'warning';
      // A refusal's reason may name the address.
      const reason = outcome === 'unclear' || outcome === 'unreached' ? { reason: result.reason } : {};
      report({ level, event: 'mail', id, outcome, ...reason });
      switch (result.outcome) {
        case 'sent':
          await outbox.markSent(mail, result.messageId, clock());
          sent += 1;
          break;
        case 'refused':
          await outbox.markFailed(mail, result.reason, clock());
          break;
        case 'throttled':
          await outbox.release(mail, new Date(clock().getTime() + THROTTLED_SECONDS * 1000));
          break;
        case 'unreached':
          await outbox.release(mail, new Date(clock().getTime() + UNREACHED_SECONDS * 1000));
          break;
        case 'unclear':
          break;
      }
    }
    if (claimed === 0) return sent;
  }
}
