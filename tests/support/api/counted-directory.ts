import { cachedDirectory } from '../../../functions/members/directory.ts';
import { membersRepository } from '../../../functions/members/repository.ts';
import { statisticsRepository } from '../../../functions/statistics/repository.ts';
import { freshTable } from '../table/dynamo.ts';
import { startAdministered } from './signed-in.ts';

/** An API with a logged-in administrator, whose directory counts the entries that it reads from the table. */
export async function startWithCountedDirectory(maxInMemory?: number) {
  const table = await freshTable();
  const members = membersRepository(table);
  /** Since it was last set to 0. */
  const entries = { read: 0 };
  const walkDirectory: typeof members.walkDirectory = async function* (range) {
    for await (const entry of members.walkDirectory(range)) {
      entries.read += 1;
      yield entry;
    }
  };
  const { countByStatus } = statisticsRepository(table);
  const now = () => new Date(0);
  const directory = cachedDirectory({ walkDirectory }, { now }, { countByStatus, maxInMemory });
  return { api: await startAdministered({ directory }, { table }), entries };
}
