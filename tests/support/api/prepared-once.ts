import type { LogEntry } from '../../../functions/platform/runtime.ts';
import { writeRows } from '../../../functions/platform/table/rows.ts';
import { itemKey, type Key } from '../../../functions/platform/table/table.ts';
import { allRows } from '../table/dynamo.ts';
import type { startApi } from './api.ts';

type Api = Awaited<ReturnType<typeof startApi>>;

/**
 * Prepares an API by its calls the first time, and later ones by the rows and log entries that those calls left: a
 * registration and a login take 20 calls to the table.
 */
export function preparedOnce<Result>(prepare: (api: Api) => Promise<Result>): (api: Api) => Promise<Result> {
  let left: { rows: Key[]; reports: LogEntry[]; result: Result } | undefined;
  return async (api) => {
    if (left === undefined) {
      const result = await prepare(api);
      const rows = (await allRows(api.table)).map((row) => ({ ...row, ...itemKey(row) }));
      left = { rows, reports: [...api.reports], result };
      return result;
    }
    await writeRows(api.table, left.rows);
    api.reports.push(...left.reports);
    return left.result;
  };
}
