import { randomBytes } from 'node:crypto';
import { openReminders, remindAll } from '../../../functions/handlers/remind-members.ts';
import type { Member } from '../../../functions/members/member.ts';
import { memberRow } from '../../../functions/members/repository.ts';
import type { LogEntry } from '../../../functions/platform/runtime.ts';
import { openTable } from '../../../functions/platform/table/table.ts';
import type { RemindersDeps } from '../../../functions/reminders/reminders.ts';
import { tableRights } from '../../../infra/table-rights.ts';
import { member } from '../api/make.ts';
import { allRows, freshTable } from '../table/dynamo.ts';
import { grantedTable } from '../table/granted-table.ts';

/** Members on a table of their own, a clock that is set by hand, and the job that sends reminders. */
export async function startReminders() {
  const table = await freshTable();
  const time = { now: new Date('2026-12-01T01:00:00Z') };
  const reports: LogEntry[] = [];
  const runtime = {
    now: () => time.now,
    randomBytes: (length: number) => randomBytes(length),
    sleep: async () => {},
    log: (event: LogEntry) => void reports.push(event),
  };
  const deps = openReminders(grantedTable(table, tableRights['remind-members']), runtime);
  return {
    table,
    reports,
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
    deps,
    run: (date: string, given: Partial<RemindersDeps> = {}) => {
      time.now = new Date(`${date}T09:00:00+08:00`);
      return remindAll({ ...deps, ...given });
    },
    /** Every reminder that was written, `name stage`, by its mark and by its email. */
    async written(): Promise<{ marks: string[]; mails: string[] }> {
      const rows = await allRows(table);
      const nameOf = new Map(
        rows.filter(({ sk }) => sk === 'PROFILE').map(({ pk, username }) => [pk, username]),
      );
      const marks = rows.filter(({ sk }) => String(sk).startsWith('REMINDER#'));
      const mails = rows.filter(({ sk }) => sk === 'MAIL');
      return {
        marks: marks.map(({ pk, sk }) => `${nameOf.get(pk)} ${String(sk).slice('REMINDER#'.length)}`).sort(),
        mails: mails
          .map(({ to, dueAt }) => `${String(to).split('@')[0]} ${String(dueAt).slice(0, 10)}`)
          .sort(),
      };
    },
    through: (endpoint: string) => openReminders(openTable(table.name, { endpoint }), runtime),
  };
}

export type RunningReminders = Awaited<ReturnType<typeof startReminders>>;
