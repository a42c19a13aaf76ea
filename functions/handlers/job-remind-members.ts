import {
  type ReminderCounts,
  type ReminderDeps,
  remindMembers as remind,
} from '../reminders/remind-members.ts';

/** Fails when somebody could not be reminded, so that the platform starts it once more and a person hears of it. */
export async function remindMembers(deps: ReminderDeps): Promise<ReminderCounts> {
  const counts = await remind(deps);
  if (counts.failed > 0) throw new Error(`${counts.failed} members were not reminded`);
  return counts;
}
