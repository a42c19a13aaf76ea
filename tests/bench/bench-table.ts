import type { Member } from '../../functions/members/member.ts';
import { openTable, type Table } from '../../functions/platform/table/table.ts';
import { asWork } from '../../functions/platform/work.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { configureLocalAws } from '../../infra/local/environment.ts';
import { member } from '../support/api/make.ts';

/** Runs on an empty table in a database of its own, in memory, whose replies may take a minute. */
export async function onTable<Result>(run: (table: Table) => Promise<Result>): Promise<Result> {
  const database = await startDatabase();
  try {
    configureLocalAws({ dynamodb: database.endpoint });
    const table = openTable('bench', { replyMs: 60_000 });
    await ensureTable(table.name);
    return await run(table);
  } finally {
    await database.stop();
  }
}

/** What one run takes: milliseconds by the clock and of the processor, and the table's read units. */
export const measured = (run: () => Promise<unknown>) =>
  asWork(undefined, async (units) => {
    const cpu = process.cpuUsage();
    const startedAt = performance.now();
    await run();
    const { user, system } = process.cpuUsage(cpu);
    return { elapsed: performance.now() - startedAt, cpu: (user + system) / 1000, reads: units.reads };
  });

/** The member of this number, from 0. */
export const bunny = (number: number, fields: Partial<Member> = {}): Member =>
  member({
    uid: String(20_000_000 + number),
    username: `bunny_${number}`,
    email: `bunny-${number}@example.org`,
    ...fields,
  });
