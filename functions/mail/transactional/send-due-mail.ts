import type { Mailer, OutgoingMail } from '../../platform/mailer.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { fillIn, type LeasedMail, mailText } from './mail.ts';
import type { TransactionalMailQueue } from './repository.ts';

const BATCH = 25;
/**
 * Longer than any send can take. When the lease ends, a send in doubt is repeated: a code may arrive twice, but it
 * arrives.
 */
const LEASE_SECONDS = 120;
const THROTTLED_SECONDS = 5;
const UNREACHED_SECONDS = 30;

export type TransactionalMailDeps = Runtime & {
  mailQueue: TransactionalMailQueue;
  mailer: Mailer;
  siteUrl: string;
  /** The address for replies: the sender's own address takes none. */
  contactAddress: string;
};

/** Sends due emails one by one, until this worker can lease no more or the time is up. Returns how many were sent. */
export async function sendDueMail(deps: TransactionalMailDeps, until?: Date): Promise<number> {
  const { now, mailQueue, mailer, log } = deps;
  let sent = 0;
  for (;;) {
    const ids = await mailQueue.listDue(now(), BATCH);
    let leased = 0;
    for (const id of ids) {
      if (until && now() >= until) return sent;
      const mail = await mailQueue.acquireLease(id, now(), LEASE_SECONDS);
      if (!mail) continue;
      leased += 1;
      const result = await mailer.send(await compose(mail, deps));
      const { outcome } = result;
      const level = outcome === 'sent' ? 'info' : 'warning';
      // The reason of a rejection may name the address.
      const reason = outcome === 'sent' || outcome === 'rejected' ? {} : { reason: result.reason };
      log({ level, event: 'transactional-mail', id, outcome, ...reason });
      switch (result.outcome) {
        case 'sent':
          await mailQueue.markSent(mail, result.messageId, now());
          sent += 1;
          break;
        case 'rejected':
          await mailQueue.markFailed(mail, result.reason, now());
          break;
        case 'throttled':
          await mailQueue.reschedule(mail, new Date(now().getTime() + THROTTLED_SECONDS * 1000));
          break;
        case 'unreached':
        case 'sender-rejected':
        case 'quota-used-up':
          await mailQueue.reschedule(mail, new Date(now().getTime() + UNREACHED_SECONDS * 1000));
          break;
        case 'in-doubt':
          break;
      }
    }
    if (leased === 0) return sent;
  }
}

/** The email with its HTML and its text. React is loaded with the first email: most runs of the schedule have none. */
async function compose(mail: LeasedMail, deps: TransactionalMailDeps): Promise<OutgoingMail> {
  const { mailHtml } = await import('./mail-html.ts');
  const { id, to, subject } = mail;
  return {
    id,
    to,
    subject,
    html: fillIn(mailHtml(mail), deps),
    text: fillIn(mailText(mail), deps),
  };
}
