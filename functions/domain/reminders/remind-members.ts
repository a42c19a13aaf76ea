import { firstOfJanuary, hongKongDate } from '#shared/hong-kong';
import type { Ambient } from '../ambient.ts';
import { reminderMail } from './notices.ts';
import type { Addressee, Reminders } from './reminders.ts';
import { type DueStage, dueStage, type Stages } from './stages.ts';

export interface ReminderNeeds extends Ambient {
  reminders: Reminders;
  stages: Stages;
  siteUrl: string;
}

/** What became of the members whose membership ends: `passed-over` are the disabled and those whose address is unproven. */
export type ReminderCounts = Record<'reminded' | 'known' | 'changed' | 'passed-over' | 'failed', number>;

/** Writes to each member whose membership ends the mail of the stage that has begun, once however often it runs. */
export async function remindMembers(needs: ReminderNeeds): Promise<ReminderCounts> {
  const { clock, reminders, stages, report } = needs;
  const counts: ReminderCounts = { reminded: 0, known: 0, changed: 0, 'passed-over': 0, failed: 0 };
  const due = dueStage(stages, hongKongDate(clock()));
  if (!due) return counts;
  const expireDate = firstOfJanuary(due.year);
  for await (const uids of reminders.endingOn(expireDate)) {
    for (const member of await reminders.notReminded(uids, due)) {
      counts[await remindOne(needs, member, due, expireDate)] += 1;
    }
  }
  report({ level: 'info', event: 'members-reminded', ...due, ...counts });
  return counts;
}

async function remindOne(
  needs: ReminderNeeds,
  member: Addressee,
  due: DueStage,
  expireDate: string,
): Promise<keyof ReminderCounts> {
  if (member.activeUntil !== expireDate) return 'changed';
  if (member.state !== 'active' || !member.emailVerified) return 'passed-over';
  try {
    return await needs.reminders.remind(member, due, reminderMail(needs, member));
  } catch (cause) {
    needs.report({ level: 'error', event: 'member-not-reminded', uid: member.uid, ...due, cause });
    return 'failed';
  }
}
