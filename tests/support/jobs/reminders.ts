import type { Member } from '../../../functions/members/member.ts';
import { memberRow } from '../../../functions/members/write-repository.ts';
import { openTable } from '../../../functions/platform/table/table.ts';
import { type RemindersContext, remindMembers } from '../../../functions/reminders/reminders.ts';
import { tableRights } from '../../../infra/table-rights.ts';
import { startApi } from '../api/api.ts';
import { member } from '../api/make.ts';
import { allRows } from '../table/dynamo.ts';
import { grantedTable } from '../table/granted-table.ts';

/** Members, and the job that sends reminders, on a day that is set by hand. */
export async function startReminders() {
  const { table, time, context: runtime } = await startApi();
  const context: RemindersContext = {
    ...runtime,
    table: grantedTable(table, tableRights['remind-members']),
  };
  return {
    table,
    context,
    /** A verified member whose membership ends on 1 January 2027, unless `given` says otherwise. */
    async add(name: string, given: Partial<Member> = {}): Promise<Member> {
      const added = member({
        uid: `1${Buffer.from(name).toString('hex')}`,
        username: name,
        email: `${name}@example.org`,
        emailVerified: true,
        activeUntil: '2027-01-01',
        ...given,
      });
      await table.call('PutItem', { Item: memberRow(added) });
      return added;
    },
    run: (date: string, given: Partial<RemindersContext> = {}) => {
      time.now = new Date(`${date}T09:00:00+08:00`);
      return remindMembers({ ...context, ...given });
    },
    /** Every reminder that was written: by its mark `name year#stage`, and by its email `name date`. */
    async written(): Promise<{ marks: string[]; mails: string[] }> {
      const rows = await allRows(table);
      const nameOf = (uid: unknown) => Buffer.from(String(uid).slice('MEMBER#1'.length), 'hex').toString();
      const marks = rows.flatMap(({ pk, sk }) =>
        String(sk).startsWith('REMINDER#') ? `${nameOf(pk)} ${String(sk).slice('REMINDER#'.length)}` : [],
      );
      const mails = rows.flatMap(({ sk, to, dueAt }) =>
        sk === 'MAIL' ? `${String(to).split('@')[0]} ${String(dueAt).slice(0, 10)}` : [],
      );
      return { marks: marks.sort(), mails: mails.sort() };
    },
    through: (endpoint: string) => ({ table: openTable(table.name, { endpoint }) }),
  };
}
