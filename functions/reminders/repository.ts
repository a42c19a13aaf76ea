/** The marks of members who have been reminded at a stage. */

import type { TransactionalMail } from '../mail/transactional/mail.ts';
import type { WithTable } from '../platform/context.ts';
import { readRows } from '../platform/table/rows.ts';
import { keys } from '../platform/table/schema.ts';
import { seconds, type TableWrite } from '../platform/table/table.ts';
import { insert } from '../platform/table/writes.ts';

export interface DueStage {
  /** The reminder is about memberships that end on 1 January of this year. */
  year: number;
  /** The stage's own MM-DD. */
  stage: string;
}

/** A mark is useless once its year is over. */
const KEEP_SECONDS = 400 * 86_400;

export async function findReminded(
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
export const markRemindedWrite = (
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
