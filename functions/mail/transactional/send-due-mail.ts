import { withoutAddresses } from '#shared/text';
import type { Mailer, OutgoingMail, SendResult } from '../../platform/mailer.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { fillIn, type LeasedMail, type MailPart, mailText } from './mail.ts';
import { mailHtml } from './mail-html.ts';
import type { QueuedMails } from './repository.ts';

const BATCH = 25;
/**
 * Longer than any send can take. When the lease ends, a send in doubt is repeated: a code may arrive twice, but it
 * arrives.
 */
const LEASE_SECONDS = 120;
/** Another second has room again. */
const THROTTLED_SECONDS = 5;
/** Before the first retry; each one waits twice as long as the one before, up to the longest. */
const FIRST_RETRY_SECONDS = { unreached: 30, 'sender-rejected': 60, 'in-doubt': LEASE_SECONDS } as const;
const LONGEST_RETRY_SECONDS = 4 * 3600;
/** After so long nobody waits for the email any more. */
const GIVE_UP_MS = 7 * 86_400_000;

const EXPIRED_CODE =
  'This code expired before we could send this email. You can ask for a new one on the page below.';

export type TransactionalMailDeps = Runtime & {
  queuedMails: QueuedMails;
  mailer: Mailer;
  members: { isActiveAdministrator(uid: string): Promise<boolean> };
  siteUrl: string;
  /** The address for replies: the sender's own address takes none. */
  contactAddress: string;
};

/** Sends due emails one by one, until this worker can lease no more or the time is up. Returns how many were sent. */
export async function sendDueMail(deps: TransactionalMailDeps, until?: Date): Promise<number> {
  const { now, queuedMails } = deps;
  let sent = 0;
  for (;;) {
    const ids = await queuedMails.listDue(now(), BATCH);
    let leased = 0;
    for (const id of ids) {
      if (until && now() >= until) return sent;
      const mail = await queuedMails.acquireLease(id, now(), LEASE_SECONDS);
      if (!mail) continue;
      leased += 1;
      if (await sendMail(deps, mail)) sent += 1;
    }
    if (leased === 0) return sent;
  }
}

/** Sends the email, or says when it is tried again; true if it was sent. */
async function sendMail(deps: TransactionalMailDeps, mail: LeasedMail): Promise<boolean> {
  const { now, queuedMails, mailer, members, log } = deps;
  if (mail.requestedByUid !== undefined && !(await members.isActiveAdministrator(mail.requestedByUid))) {
    log({ level: 'warn', event: 'transactional-mail', ...namesOf(mail), outcome: 'held' });
    await queuedMails.hold(mail);
    return false;
  }
  const isLate = isPast(mail.sendBefore, now());
  const parts = isLate ? undefined : withoutExpiredCodes(mail.parts, now());
  if (!parts) {
    const outcome = isLate ? 'too-late' : 'code-expired';
    log({ level: 'warn', event: 'transactional-mail', ...namesOf(mail), outcome });
    const reason = isLate
      ? 'The email was out of date before it could be sent'
      : 'The code expired before the email could be sent';
    await queuedMails.markUnsent(mail, 'suppressed', reason, now());
    return false;
  }
  const result = await mailer.send(compose({ ...mail, parts }, deps));
  logResult(deps, mail, result);
  if (result.outcome === 'sent') {
    await queuedMails.markSent(mail, result.messageId, now());
    return true;
  }
  const giveUpAt = mail.firstDueAt.getTime() + GIVE_UP_MS;
  if (result.outcome === 'rejected') await queuedMails.markUnsent(mail, 'failed', result.reason, now());
  else if (now().getTime() >= giveUpAt) {
    log({ level: 'error', event: 'transactional-mail-given-up', ...namesOf(mail), outcome: result.outcome });
    await queuedMails.markUnsent(mail, 'failed', result.reason, now());
  } else {
    const retryMs = now().getTime() + retrySeconds(result.outcome, mail.attempt) * 1000;
    const retryAt = new Date(Math.min(retryMs, giveUpAt));
    if (result.outcome === 'in-doubt') await queuedMails.extendLease(mail, retryAt);
    else await queuedMails.reschedule(mail, retryAt);
  }
  return false;
}

function logResult({ log }: TransactionalMailDeps, mail: LeasedMail, result: SendResult): void {
  const { outcome } = result;
  const line = { event: 'transactional-mail', ...namesOf(mail), outcome } as const;
  if (result.outcome === 'sent') log({ level: 'info', ...line });
  else {
    // Nothing is sent to anybody.
    const level = outcome === 'sender-rejected' ? 'error' : 'warn';
    const problem = result.outcome === 'sender-rejected' && { problem: result.problem };
    const reason = withoutAddresses(result.reason);
    log({ level, ...line, ...problem, reason });
  }
}

/** The request that caused the email has the same id in its own lines. */
const namesOf = ({ id, requestId }: LeasedMail) => ({ id, requestId });

const retrySeconds = (outcome: 'throttled' | keyof typeof FIRST_RETRY_SECONDS, attempt: number): number =>
  outcome === 'throttled'
    ? THROTTLED_SECONDS
    : Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS[outcome] * 2 ** (attempt - 1));

/** A code that has expired gives way to a sentence; undefined if the email has no other news. */
function withoutExpiredCodes(parts: readonly MailPart[], now: Date): MailPart[] | undefined {
  const timely: MailPart[] = [];
  for (const part of parts) {
    const isLate = typeof part === 'object' && 'code' in part && isPast(part.expiresAt, now);
    if (isLate && !part.hasOtherNews) return undefined;
    timely.push(isLate ? EXPIRED_CODE : part);
  }
  return timely;
}

const isPast = (instant: string | undefined, now: Date): boolean =>
  instant !== undefined && instant <= now.toISOString();

/** The email with its HTML and its text. */
function compose(mail: LeasedMail, deps: TransactionalMailDeps): OutgoingMail {
  const { id, to, subject } = mail;
  return {
    id,
    to,
    subject,
    html: fillIn(mailHtml(mail), deps),
    text: fillIn(mailText(mail), deps),
  };
}
