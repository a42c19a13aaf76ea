import { daysBetween, firstOfJanuary, hongKongDate } from '#shared/hong-kong';
import { nextTerm } from '#shared/membership-periods';
import { readBatches } from '#shared/paging';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import { membershipEndingMail } from '../mail/transactional/messages/membership.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import type { Member } from '../members/member.ts';
import { findMembers, walkDirectory } from '../members/repository.ts';
import { expectMemberWrite } from '../members/write-repository.ts';
import type { ChangeContext, Context, WithTable } from '../platform/context.ts';
import { readRows } from '../platform/table/rows.ts';
import { keys } from '../platform/table/schema.ts';
import { seconds, type TableWrite } from '../platform/table/table.ts';
import { insert } from '../platform/table/writes.ts';

/**
 * Dates of reminders, MM-DD in Hong Kong. From July on they lie before the 1 January that they are about, otherwise after
 * it.
 */
export type Stages = readonly string[];

/** From a month before the end of a membership to the day after it. */
const defaultStages: Stages = ['12-01', '12-15', '12-31', '01-02'];

/** A missed reminder is still sent within these days; a later one would only surprise. */
const CATCH_UP_DAYS = 31;

interface DueStage {
  /** The reminder is about memberships that end on 1 January of this year. */
  year: number;
  /** The stage's own MM-DD. */
  stage: string;
}

/** The latest stage that has begun by this day in Hong Kong (YYYY-MM-DD): earlier stages no longer matter. */
function findDueStage(stages: Stages, today: string): DueStage | undefined {
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

export type RemindersContext = ChangeContext &
  Pick<Context, 'log'> & {
    /** Absent for `defaultStages`. */
    stages?: Stages | undefined;
    /** For days whose emails have left already. */
    onlyMarks?: boolean;
  };

/** At most a hundred rows are read at once: of each member who is due, their own and their mark. */
const MEMBERS_AT_ONCE = 50;

/**
 * The number of members by outcome. `known`: another run has reminded them. `changed`: they have paid, moved or left
 * since they were listed. `passed-over`: their account is disabled, or their address unverified.
 */
export type ReminderCounts = Record<'reminded' | 'known' | 'changed' | 'passed-over' | 'failed', number>;

/**
 * Sends the reminder of the current stage to each member whose membership ends, once however often it runs. Rejects after
 * all others if a member could not be reminded, so that Lambda retries the run and an alarm is raised.
 */
export async function remindMembers(context: RemindersContext): Promise<ReminderCounts> {
  const { now, stages = defaultStages, log } = context;
  const counts: ReminderCounts = { reminded: 0, known: 0, changed: 0, 'passed-over': 0, failed: 0 };
  const due = findDueStage(stages, hongKongDate(now()));
  if (!due) return counts;
  const expireDate = firstOfJanuary(due.year);
  for await (const uids of readBatches(uidsUntil(context, expireDate), MEMBERS_AT_ONCE)) {
    const [found, marked] = await Promise.all([findMembers(context, uids), findReminded(context, uids, due)]);
    for (const member of found.values())
      if (!marked.has(member.uid)) counts[await remindOne(context, member, due, expireDate)] += 1;
  }
  log({ level: 'info', event: 'members-reminded', ...due, ...counts });
  if (counts.failed > 0) throw new Error(`${counts.failed} members were not reminded`);
  return counts;
}

/** Of the members whose membership ends on a day. */
async function* uidsUntil(context: WithTable, expireDate: string): AsyncGenerator<string> {
  for await (const { uid, activeUntil } of walkDirectory(context)) if (activeUntil === expireDate) yield uid;
}

/** The reminder's mark and its mail are written together, while the member still is as they were read. */
async function remindOne(
  context: RemindersContext,
  member: Member,
  due: DueStage,
  expireDate: string,
): Promise<keyof ReminderCounts> {
  const { uid, email, emailVerified, state, activeUntil } = member;
  if (activeUntil !== expireDate) return 'changed';
  if (state !== 'active' || !emailVerified) return 'passed-over';
  try {
    const mail = createReminder(context, member);
    const [failed] = await context.table.commit([
      markRemindedWrite(uid, due, mail),
      expectMemberWrite(uid, { email, emailVerified, state, activeUntil }),
      ...(context.onlyMarks ? [] : enqueueMailWrites(mail)),
    ]);
    if (!failed) return 'reminded';
    return failed.label === 'reminder' ? 'known' : 'changed';
  } catch (cause) {
    context.log({ level: 'error', event: 'reminder-failed', uid, ...due, cause });
    return 'failed';
  }
}

/** What the mail says depends on the day, not on the stage. */
function createReminder(context: RemindersContext, member: Member): TransactionalMail {
  const { activeUntil: end, activePeriods } = member;
  const today = hongKongDate(context.now());
  const paidUntil = nextTerm(activePeriods, today)?.endDate ?? end;
  return membershipEndingMail(context, member, { end, paidUntil, hasEnded: today > end });
}

/** A mark is useless once its year is over. */
const KEEP_SECONDS = 400 * 86_400;

/** Those of the members who have a mark of this stage. */
async function findReminded(
  context: WithTable,
  uids: readonly string[],
  { year, stage }: DueStage,
): Promise<Set<string>> {
  const marks = await readRows(
    context.table,
    uids.map((uid) => keys.reminderMark(uid, year, stage)),
  );
  return new Set(uids.filter((_, index) => marks[index]));
}

/** Label `reminder`, where the member has been reminded already. */
const markRemindedWrite = (
  uid: string,
  { year, stage }: DueStage,
  { id, dueAt }: TransactionalMail,
): TableWrite =>
  insert('reminder', {
    ...keys.reminderMark(uid, year, stage),
    mailId: id,
    remindedAt: dueAt,
    expiresAt: seconds(new Date(dueAt)) + KEEP_SECONDS,
  });
