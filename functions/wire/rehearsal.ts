import type { Runtime } from '../domain/ambient.ts';
import { type Rehearsal, type RehearsalPeriod, rehearse } from '../domain/reminders/rehearse.ts';
import { defaultStages, type Stages } from '../domain/reminders/stages.ts';
import type { Table } from '../store/client.ts';
import { copyMembers } from '../store/copy-members.ts';
import { meterWrites } from '../store/metered.ts';
import { transactionalMailQueue } from '../store/outbox.ts';
import { dynamoReminders } from '../store/reminders.ts';

export interface RehearsalReport extends Rehearsal {
  members: number;
  /** Of reminders and of the mail worker together. */
  writeUnits: number;
}

/** Copies the members of one table into another, empty one, and rehearses there. */
export async function runRehearsal(
  source: Table,
  copy: Table,
  { randomBytes, log }: Pick<Runtime, 'randomBytes' | 'log'>,
  { stages = defaultStages, ...days }: RehearsalPeriod & { stages?: Stages | undefined },
): Promise<RehearsalReport> {
  const members = await copyMembers(source, copy);
  const { table, writeUnits } = meterWrites(copy);
  const rehearsal = await rehearse(
    {
      randomBytes,
      log,
      reminders: dynamoReminders(table),
      outbox: transactionalMailQueue(table),
      stages,
      siteUrl: 'https://rehearsal.invalid',
    },
    members,
    days,
  );
  return { members: members.length, writeUnits: writeUnits(), ...rehearsal };
}
