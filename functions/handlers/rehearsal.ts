import { transactionalMailQueue } from '../mail/transactional/repository.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Table } from '../platform/table/table.ts';
import { type Rehearsal, type RehearsalPeriod, rehearse } from '../reminders/rehearsal.ts';
import { dynamoReminders } from '../reminders/repository.ts';
import { defaultStages, type Stages } from '../reminders/stages.ts';
import { copyMembers } from './copy-members.ts';
import { meterWrites } from './meter-writes.ts';

export interface RehearsalReport extends Rehearsal {
  members: number;
  /** Of reminders and of the mail worker together. */
  writeUnits: number;
}

/** Copies the members of one table into another, empty one, and rehearses there. */
export async function runRehearsal(
  source: Table,
  copy: Table,
  { randomBytes, sleep, log }: Omit<Runtime, 'now'>,
  { stages = defaultStages, ...days }: RehearsalPeriod & { stages?: Stages | undefined },
): Promise<RehearsalReport> {
  const members = await copyMembers(source, copy);
  const { table, writeUnits } = meterWrites(copy);
  const rehearsal = await rehearse(
    {
      randomBytes,
      sleep,
      log,
      reminders: dynamoReminders(table),
      mailQueue: transactionalMailQueue(table),
      stages,
    },
    members,
    days,
  );
  return { members: members.length, writeUnits: writeUnits(), ...rehearsal };
}
