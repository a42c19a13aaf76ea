import { existsSync } from 'node:fs';
import { CannotStart } from '../local/cannot-start.ts';
import { databaseFile, openAndLock, readRunning } from '../local/data-folder.ts';
import { startDatabase } from '../local/database.ts';
import { enterLocalAws, localTable } from '../local/environment.ts';
import { tableOfStage } from './stage-table.ts';

/** The table, and who asks for it where the environment does not say. */
export type Place = Pick<Awaited<ReturnType<typeof tableOfStage>>, 'tableName'> &
  Partial<Awaited<ReturnType<typeof tableOfStage>>>;
type Work<T> = (place: Place) => Promise<T>;

/** Does the work on a deployed stage. */
export async function onStage<T>(name: string, work: Work<T>): Promise<T> {
  return work(await tableOfStage(name));
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
    return work({ tableName: localTable });
  }
  const database = await startDatabase(databaseFile(dataFolder));
  try {
    enterLocalAws({ dynamodb: database.endpoint });
    return await work({ tableName: localTable });
  } finally {
    await database.stop();
    lock.release();
  }
}
