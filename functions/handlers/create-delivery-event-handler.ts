import { limitsRepository } from '../limits/repository.ts';
import { dynamoCopyEvents } from '../mail/campaigns/delivery-event-repository.ts';
import { suppressionsRepository } from '../mail/suppressions/repository.ts';
import { type Environment, readConfig, TableConfig } from '../platform/config.ts';
import type { Runtime } from '../platform/runtime.ts';
import { parseSesEvent } from '../platform/ses-events.ts';
import { openTable } from '../platform/table/table.ts';
import { takeMailEvents } from './job-delivery-events.ts';

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
