import { firstOfJanuary, hongKongDate } from '#shared/hong-kong';
import { membershipEndingMail } from '../mail/transactional/messages.ts';
import { nextTerm } from '../memberships/term.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Addressee, Reminders } from './reminders.ts';
import { type DueStage, findDueStage, type Stages } from './stages.ts';

export interface ReminderDeps extends Runtime {
  reminders: Reminders;
  stages: Stages;
}

/** What became of the members whose membership ends: `passed-over` are the disabled and those whose address is unproven. */
export type ReminderCounts = Record<'reminded' | 'known' | 'changed' | 'passed-over' | 'failed', number>;

/** Writes to each member whose membership ends the mail of the stage that has begun, once however often it runs. */
export async function remindMembers(deps: ReminderDeps): Promise<ReminderCounts> {
  const { now, reminders, stages, log } = deps;
  const counts: ReminderCounts = { reminded: 0, known: 0, changed: 0, 'passed-over': 0, failed: 0 };
  const due = findDueStage(stages, hongKongDate(now()));
  if (!due) return counts;
  const expireDate = firstOfJanuary(due.year);
  for await (const uids of reminders.endingOn(expireDate)) {
    for (const member of await reminders.findSentMarks(uids, due)) {
      counts[await remindOne(deps, member, due, expireDate)] += 1;
    }
  }
  log({ level: 'info', event: 'members-reminded', ...due, ...counts });
  return counts;
}

async function remindOne(
  deps: ReminderDeps,
  member: Addressee,
  due: DueStage,
  expireDate: string,
): Promise<keyof ReminderCounts> {
  if (member.activeUntil !== expireDate) return 'changed';
  if (member.state !== 'active' || !member.emailVerified) return 'passed-over';
  try {
    return await deps.reminders.remind(member, due, mailAbout(deps, member));
  } catch (cause) {
    deps.log({ level: 'error', event: 'reminder-failed', uid: member.uid, ...due, cause });
    return 'failed';
  }
}

/** The day decides what it says, not the stage. */
function mailAbout(deps: ReminderDeps, member: Addressee) {
  const { activeUntil: end } = member;
  const now = deps.now();
  const paidUntil = nextTerm(end, now)?.endDate ?? end;
  return membershipEndingMail(deps, member, { end, paidUntil, hasEnded: hongKongDate(now) > end });
}
