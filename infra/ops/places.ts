import { existsSync } from 'node:fs';
import { CannotStart } from '../local/cannot-start.ts';
import { databaseFile, openAndLock, readRunning } from '../local/data-folder.ts';
import { startDatabase } from '../local/database.ts';
import { enterLocalAws, localTable } from '../local/environment.ts';
import { tableOfStage } from './stage-table.ts';

type Account = Awaited<ReturnType<typeof tableOfStage>>['account'];

/** `account` says who asks for a table in the cloud. */
export type Work<T> = (tableName: string, account?: Account) => Promise<T>;

/** Does the work on a deployed stage. */
export async function onStage<T>(name: string, work: Work<T>): Promise<T> {
  const { tableName, account } = await tableOfStage(name);
  return work(tableName, account);
}

/** Does the work on this machine's data: through the product's own database where that runs, else through one for this moment. */
export async function onThisMachine<T>(dataFolder: string, work: Work<T>): Promise<T> {
  if (!existsSync(databaseFile(dataFolder))) {
    throw new CannotStart(`There are no data in ${dataFolder}: "npm start" makes them, DATA_DIR says where.`);
  }
  const lock = await openAndLock(dataFolder);
  if (lock === undefined) {
    const running = await readRunning(dataFolder);
    if (running === undefined) {
      throw new CannotStart(
        `The product in ${dataFolder} is just starting or stopping: try again in a moment.`,
      );
    }
    enterLocalAws({ dynamodb: running.databaseEndpoint });
    return work(localTable);
  }
  const database = await startDatabase(databaseFile(dataFolder));
  try {
    enterLocalAws({ dynamodb: database.endpoint });
    return await work(localTable);
  } finally {
    await database.stop();
    lock.release();
  }
}
