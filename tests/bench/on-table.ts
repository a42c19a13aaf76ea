import { openRepositories } from '../../functions/handlers/dependencies.ts';
import type { Member } from '../../functions/members/member.ts';
import { asWork, createRuntime } from '../../functions/platform/runtime.ts';
import { writeRows } from '../../functions/platform/table/rows.ts';
import { openTable, type Table } from '../../functions/platform/table/table.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { configureLocalAws } from '../../infra/local/environment.ts';
import { member } from '../support/api/make.ts';
import { median } from './figures.ts';

/** Runs with repositories over an empty table in a database of its own, in memory, whose replies may take a minute. */
export async function onTable<Result>(
  run: (deps: ReturnType<typeof openRepositories>) => Promise<Result>,
): Promise<Result> {
  const database = await startDatabase();
  try {
    configureLocalAws({ dynamodb: database.endpoint });
    const table = openTable('bench', { replyMs: 60_000 });
    await ensureTable(table.name);
    const runtime = createRuntime(() => {});
    return await run(openRepositories(table, runtime));
  } finally {
    await database.stop();
  }
}

type Row = Parameters<typeof writeRows>[1][number];
const AT_A_TIME = 500;

/** Writes the rows of so many things, from number 0. */
export async function fill(table: Table, count: number, rowsOf: (number: number) => Row[]): Promise<void> {
  for (let from = 0; from < count; from += AT_A_TIME) {
    const length = Math.min(AT_A_TIME, count - from);
    await writeRows(table, Array.from({ length }, (_, at) => rowsOf(from + at)).flat());
  }
}

/** What a run takes in the median: milliseconds by the clock and of the processor, and the table's read units. */
export async function measured(run: () => Promise<unknown>, times = 1) {
  const costs = [];
  for (let time = 0; time < times; time += 1)
    costs.push(
      await asWork(undefined, async (units) => {
        const cpu = process.cpuUsage();
        const startedAt = performance.now();
        await run();
        const { user, system } = process.cpuUsage(cpu);
        return { elapsed: performance.now() - startedAt, cpu: (user + system) / 1000, reads: units.reads };
      }),
    );
  return {
    elapsed: median(costs.map(({ elapsed }) => elapsed)),
    cpu: median(costs.map(({ cpu }) => cpu)),
    reads: median(costs.map(({ reads }) => reads)),
  };
}

/** The member of this number, from 0. */
export const bunny = (number: number, fields: Partial<Member> = {}): Member =>
  member({
    uid: String(20_000_000 + number),
    username: `bunny_${number}`,
    email: `bunny-${number}@example.org`,
    ...fields,
  });
