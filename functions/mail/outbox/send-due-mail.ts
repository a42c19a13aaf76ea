import { withoutAddresses } from '#shared/text';
import { isUidOfActiveAdministrator } from '../../members/repository.ts';
import type { Context } from '../../platform/context.ts';
import type { SendResult } from '../../platform/mailer.ts';
import { fillIn, type MailPart, mailText } from '../transactional/mail.ts';
import { mailHtml } from '../transactional/mail-html.ts';
import {
  acquireMailLease,
  extendMailLease,
  finishMail,
  holdMail,
  type LeasedMail,
  listDueMails,
  rescheduleMail,
} from '../transactional/repository.ts';
import { makeRoomForCode } from '../transactional/send-pace.ts';

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

export type TransactionalMailContext = Pick<
  Context,
  'now' | 'randomBytes' | 'sleep' | 'log' | 'table' | 'mailer' | 'siteUrl' | 'contactAddress'
>;

/** Sends due emails one by one, until this worker can lease no more or the time is up. Returns how many were sent. */
export async function sendDueMail(context: TransactionalMailContext, until?: Date): Promise<number> {
  const { now } = context;
  let sent = 0;
  for (;;) {
    const ids = await listDueMails(context, now(), BATCH);
    let leased = 0;
    for (const id of ids) {
      if (until && now() >= until) return sent;
      const mail = await acquireMailLease(context, id, now(), LEASE_SECONDS);
      if (!mail) continue;
      leased += 1;
      if (await sendMail(context, mail)) sent += 1;
    }
    if (leased === 0) return sent;
  }
}

/** Sends the email, or says when it is tried again; true if it was sent. */
async function sendMail(context: TransactionalMailContext, mail: LeasedMail): Promise<boolean> {
  const { now, mailer, log } = context;
  const names = { event: 'transactional-mail', ...namesOf(mail) } as const;
  const { requestedByUid } = mail;
  if (requestedByUid !== undefined && !(await isUidOfActiveAdministrator(context, requestedByUid))) {
    log({ level: 'warn', ...names, outcome: 'held' });
    await holdMail(context, mail);
    return false;
  }
  const isLate = isPast(mail.sendBefore, now());
  const parts = isLate ? undefined : withoutExpiredCodes(mail.parts, now());
  if (!parts) {
    const outcome = isLate ? 'too-late' : 'code-expired';
    log({ level: 'warn', ...names, outcome });
    const reason = isLate
      ? 'The email was out of date before it could be sent'
      : 'The code expired before the email could be sent';
    await finishMail(context, mail, { state: 'suppressed', reason }, now());
    return false;
  }
  await makeRoomForCode(context);
  const { id, to, subject } = mail;
  const html = fillIn(mailHtml({ ...mail, parts }), context);
  const text = fillIn(mailText({ ...mail, parts }), context);
  const result = await mailer.send({ id, to, subject, html, text });
  logResult(context, mail, result);
  if (result.outcome === 'sent') {
    await finishMail(context, mail, { state: 'sent', messageId: result.messageId }, now());
    return true;
  }
  const { outcome, reason } = result;
  const giveUpAt = mail.firstDueAt.getTime() + GIVE_UP_MS;
  if (outcome === 'rejected' || now().getTime() >= giveUpAt) {
    if (outcome !== 'rejected')
      log({ level: 'error', event: 'transactional-mail-given-up', ...namesOf(mail), outcome });
    await finishMail(context, mail, { state: 'failed', reason }, now());
    return false;
  }
  const retryMs = now().getTime() + retrySeconds(outcome, mail.attempt) * 1000;
  const retryAt = new Date(Math.min(retryMs, giveUpAt));
  if (outcome === 'in-doubt') await extendMailLease(context, mail, retryAt);
  else await rescheduleMail(context, mail, retryAt);
  return false;
}

function logResult({ log }: TransactionalMailContext, mail: LeasedMail, result: SendResult): void {
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
