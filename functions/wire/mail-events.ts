import { type Environment, readConfig, TableConfig } from '../config.ts';
import type { Runtime } from '../domain/ambient.ts';
import { takeMailEvents } from '../jobs/take-mail-events.ts';
import { parseSesEvent } from '../mail/ses-events.ts';
import { openTable } from '../store/client.ts';
import { dynamoCopyEvents } from '../store/copy-events.ts';
import { limitsRepository } from '../store/limits.ts';
import { suppressionsRepository } from '../store/suppressions.ts';

/** Takes what the mail provider tells; resolves to the places in the list that must come again. */
export function createDeliveryEventHandler(environment: Environment, runtime: Runtime) {
  const table = openTable(readConfig(TableConfig, environment).TABLE_NAME);
  const deps = {
    ...runtime,
    copyEvents: dynamoCopyEvents(table),
    suppressions: suppressionsRepository(table),
    limits: limitsRepository(table),
  };
  return (events: readonly unknown[]): Promise<number[]> => takeMailEvents(deps, events.map(parseSesEvent));
}
