import { openRepositories } from '../../functions/handlers/dependencies.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { configureLocalAws } from '../../infra/local/environment.ts';

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
