import { daysBetween, firstOfJanuary, hongKongDate } from '#shared/hong-kong';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import { membershipEndingMail } from '../mail/transactional/messages.ts';
import type { Member } from '../members/member.ts';
import { nextTerm } from '../memberships/term.ts';
import type { Runtime } from '../platform/runtime.ts';

/** Dates of a reminder, MM-DD in Hong Kong: from July on they lie before the 1 January that they are about, else after it. */
export type Stages = readonly string[];

/** From a month before the end of a membership to the day after it. */
export const defaultStages: Stages = ['12-01', '12-15', '12-31', '01-02'];

/** A missed reminder is still sent within these days; a later one would surprise. */
export const CATCH_UP_DAYS = 31;

export interface DueStage {
  /** Whose membership ends on 1 January of this year. */
  year: number;
  /** The stage's own MM-DD. */
  stage: string;
}

/** The latest stage that has begun on this day in Hong Kong (YYYY-MM-DD): whatever came before it no longer matters. */
export function findDueStage(stages: Stages, today: string): DueStage | undefined {
  const thisYear = Number(today.slice(0, 4));
  const begun = [thisYear, thisYear + 1]
    .flatMap((year) => stages.map((stage) => ({ year, stage, date: dateOf(stage, year) })))
    .filter(({ date }) => date <= today && daysBetween(date, today) <= CATCH_UP_DAYS)
    .sort((a, b) => (a.date < b.date ? 1 : -1));
  const [latest] = begun;
  return latest && { year: latest.year, stage: latest.stage };
}

const dateOf = (stage: string, year: number): string =>
  `${String(stage >= '07-01' ? year - 1 : year).padStart(4, '0')}-${stage}`;

/** A member as they are at this moment, as far as a reminder concerns them. */
export type Addressee = Pick<
  Member,
  'uid' | 'email' | 'firstName' | 'emailVerified' | 'state' | 'activeUntil'
>;

export interface Reminders {
  /** Membership IDs of those whose membership ends on that 1 January, some at a time; it may be a moment old. */
  endingOn(expireDate: string): AsyncIterable<readonly string[]>;
  /** Those of them that have not been reminded at this stage. */
  findSentMarks(uids: readonly string[], due: DueStage): Promise<Addressee[]>;
  /**
   * The reminder's mark and its mail, all or nothing. `known`: the mark is there already. `changed`: the member is no
   * longer as they were seen; they have paid, moved, or left.
   */
  remind(
    member: Addressee,
    due: DueStage,
    mail: TransactionalMail,
  ): Promise<'reminded' | 'known' | 'changed'>;
}

export interface RemindersDeps extends Runtime {
  reminders: Reminders;
  stages: Stages;
}

/** What became of the members whose membership ends: `passed-over` are the disabled and those whose address is unproven. */
export type ReminderCounts = Record<'reminded' | 'known' | 'changed' | 'passed-over' | 'failed', number>;

/** Writes to each member whose membership ends the mail of the stage that has begun, once however often it runs. */
export async function remindMembers(deps: RemindersDeps): Promise<ReminderCounts> {
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
  deps: RemindersDeps,
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
function mailAbout(deps: RemindersDeps, member: Addressee) {
  const { activeUntil: end } = member;
  const now = deps.now();
  const paidUntil = nextTerm(end, now)?.endDate ?? end;
  return membershipEndingMail(deps, member, { end, paidUntil, hasEnded: hongKongDate(now) > end });
}
