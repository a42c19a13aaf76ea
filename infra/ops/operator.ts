import { existsSync } from 'node:fs';
import { envNames } from '../../functions/env-names.ts';
import { deployed } from '../../functions/wire/ambient.ts';
import { type Operator, wireOperator } from '../../functions/wire/operator.ts';
import { CannotStart } from '../local/cannot-start.ts';
import { databaseFile, openAndLock, readRunning } from '../local/data-folder.ts';
import { startDatabase } from '../local/database.ts';
import { enterLocalAws, localTable } from '../local/environment.ts';
import { tableOfStage } from './stage-table.ts';

type Work = (operator: Operator) => Promise<unknown>;

const operatorOf = (tableName: string) => wireOperator({ [envNames.tableName]: tableName });

/** Does the work on a deployed stage. */
export async function onStage(name: string, work: Work): Promise<void> {
  const { tableName, account } = await tableOfStage(name);
  await work(wireOperator({ [envNames.tableName]: tableName }, deployed, account));
}

/** Does the work on this machine's data: through the product's own database where that runs, else through one for this moment. */
export async function onThisMachine(dataFolder: string, work: Work): Promise<void> {
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
    await work(operatorOf(localTable));
    return;
  }
  const database = await startDatabase(databaseFile(dataFolder));
  try {
    enterLocalAws({ dynamodb: database.endpoint });
    await work(operatorOf(localTable));
  } finally {
    await database.stop();
    lock.release();
  }
}
