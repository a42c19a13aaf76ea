import type { Ambient } from '../domain/ambient.ts';
import { type Rehearsal, type RehearsedDays, rehearse } from '../domain/reminders/rehearse.ts';
import { defaultStages, type Stages } from '../domain/reminders/stages.ts';
import type { Table } from '../store/client.ts';
import { copyMembers } from '../store/copy-members.ts';
import { metered } from '../store/metered.ts';
import { dynamoOutbox } from '../store/outbox.ts';
import { dynamoReminders } from '../store/reminders.ts';

export interface RehearsalReport extends Rehearsal {
  members: number;
  /** Of reminders and of the mail worker together. */
  writeUnits: number;
}

/** Copies the members of one table into another, empty one, and rehearses there. */
export async function rehearseOn(
  source: Table,
  copy: Table,
  { randomBytes, report }: Pick<Ambient, 'randomBytes' | 'report'>,
  { stages = defaultStages, ...days }: RehearsedDays & { stages?: Stages | undefined },
): Promise<RehearsalReport> {
  const members = await copyMembers(source, copy);
  const { table, writeUnits } = metered(copy);
  const rehearsal = await rehearse(
    {
      randomBytes,
      report,
      reminders: dynamoReminders(table),
      outbox: dynamoOutbox(table),
      stages,
      siteUrl: 'https://rehearsal.invalid',
    },
    members,
    days,
  );
  return { members: members.length, writeUnits: writeUnits(), ...rehearsal };
}
