import { addDays, hongKongInstant } from '#shared/hong-kong';
import type { QueuedMails } from '../mail/transactional/repository.ts';
import { sendDueMail } from '../mail/transactional/send-due-mail.ts';
import type { Member } from '../members/member.ts';
import { type RemindersDeps, remindMembers } from './reminders.ts';

/** First and last day, YYYY-MM-DD in Hong Kong, and the hour of the daily run there, HH:MM. */
export interface RehearsalPeriod {
  from: string;
  to: string;
  at: string;
}

export interface Rehearsal {
  mails: { date: string; uid: string; subject: string }[];
  /** `unreachable`: why the member gets no reminder. */
  lapses: { date: string; uid: string; unreachable?: 'disabled' | 'not verified' }[];
}

/** Runs reminders and the mail worker day by day on copied members. Nobody pays in the meantime, and no mail is sent. */
export async function rehearse(
  deps: RemindersDeps & { queuedMails: QueuedMails },
  members: readonly Member[],
  { from, to, at }: RehearsalPeriod,
): Promise<Rehearsal> {
  const byAddress = new Map(members.map((member) => [member.email, member]));
  const mails: Rehearsal['mails'] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const clock = () => hongKongInstant(date, at);
    await remindMembers({ ...deps, now: clock });
    const mailer = {
      send: async ({ id, to: address, subject }: { id: string; to: string; subject: string }) => {
        mails.push({ date, uid: byAddress.get(address)?.uid ?? '', subject });
        return { outcome: 'sent' as const, messageId: id };
      },
    };
    await sendDueMail({ ...deps, now: clock, mailer, siteUrl: '', contactAddress: '' });
  }
  return { mails, lapses: members.flatMap((member) => findLapse(member, from, to)) };
}

/** A membership lapses on the day after its last one. */
function findLapse(member: Member, from: string, to: string): Rehearsal['lapses'] {
  const { uid, activeUntil, state, emailVerified } = member;
  const date = activeUntil && addDays(activeUntil, 1);
  if (date === '' || date < from || date > to) return [];
  const unreachable = state === 'disabled' ? 'disabled' : emailVerified ? undefined : 'not verified';
  return [{ date, uid, ...(unreachable && { unreachable }) }];
}
