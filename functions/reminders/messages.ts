import { formatLongDate, hongKongDate } from '#shared/hong-kong';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import { createMail } from '../mail/transactional/messages.ts';
import { nextTerm } from '../memberships/term.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Addressee } from './reminders.ts';

type Deps = Pick<Runtime, 'now' | 'randomBytes'> & { siteUrl: string };

/** What a member reads whose membership is about to end, or has ended: the day decides, not the stage. */
export function membershipEndingMail(deps: Deps, member: Addressee): TransactionalMail {
  const { activeUntil } = member;
  const now = deps.now();
  const hasEnded = hongKongDate(now) > activeUntil;
  const paidUntil = formatLongDate(nextTerm(activeUntil, now)?.endDate ?? activeUntil);
  const end = formatLongDate(activeUntil);
  const how = `sign in, open Membership Status and pay the annual fee:\n\n${deps.siteUrl}/user/membership`;
  const nothing = 'If you have just paid, you need do nothing: your payment counts within a few minutes.';
  return hasEnded
    ? createMail(deps, member, `Your membership ended on ${end}`, [
        `Your membership of the Asia Graphics Association ended on ${end}. Your account and your records stay as they are.`,
        `You can come back at any time. To be a member from today until ${paidUntil}, ${how}`,
        nothing,
      ])
    : createMail(deps, member, `Your membership ends on ${end}`, [
        `Your membership of the Asia Graphics Association ends on ${end}; that day still counts.`,
        `To stay a member until ${paidUntil}, ${how}`,
        nothing,
      ]);
}
