import { YearOfMembers } from '#shared/statistics';
import type { WithTable } from '../platform/context.ts';
import { rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { type Item, itemKey, parseItem } from '../platform/table/table.ts';
import { Statistics } from './statistics.ts';

/** Years whose members were counted, in order, and the latest statistics, which are missing before the first count. */
export async function readStatistics(
  context: WithTable,
): Promise<{ years: YearOfMembers[]; latest: Statistics | undefined }> {
  const years: YearOfMembers[] = [];
  let latest: Statistics | undefined;
  for await (const row of rowsWithPrefix(context.table, keyPrefixes.statistics)) {
    if (row['sk'] === keys.latestStatistics.sk) latest = parseItem(Statistics, row);
    else years.push(parseItem(YearOfMembers, row));
  }
  return { years, latest };
}

/** The uids of deleted members whose receipts stay. */
export const listFormerPayers = (context: WithTable): Promise<string[]> =>
  Array.fromAsync(rowsWithPrefix(context.table, keyPrefixes.formerPayers), (row) => itemKey(row).sk);

export async function writeStatistics(
  context: WithTable,
  years: readonly YearOfMembers[],
  latest: Statistics,
): Promise<void> {
  const writeItem = (Item: Item) => context.table.call('PutItem', { Item });
  await Promise.all(years.map((year) => writeItem({ ...keys.yearOfMembers(year.year), ...year })));
  // After the years: if one of them fails, the next run still sees which year it has to count once more.
  await writeItem({ ...keys.latestStatistics, ...latest });
}
