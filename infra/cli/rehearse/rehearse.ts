import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type RehearsalReport, runRehearsal } from '../../../functions/handlers/rehearsal.ts';
import { createRuntime } from '../../../functions/platform/system-runtime.ts';
import { openTable, type Table } from '../../../functions/platform/table/table.ts';
import { ensureTable } from '../../local/create-table.ts';
import { startDatabase } from '../../local/database.ts';
import { remindersAt } from '../../schedules.ts';

const { randomBytes, log } = createRuntime((line, { level }) => {
  if (level !== 'info') console.error(line);
});

/** Runs these days on a copy of the table, in a database in memory that ends with it. */
export async function rehearseDays(
  source: Table,
  days: { from: string; to: string },
  stages?: readonly string[],
): Promise<RehearsalReport> {
  const database = await startDatabase();
  try {
    const { endpoint } = database;
    await ensureTable('rehearsal', new DynamoDBClient({ endpoint }));
    const copy = openTable('rehearsal', { endpoint });
    return await runRehearsal(source, copy, { randomBytes, log }, { ...days, at: remindersAt, stages });
  } finally {
    await database.stop();
  }
}
