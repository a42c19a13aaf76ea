import { type Environment, readConfig, StoreConfig } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { takeMailEvents } from '../jobs/take-mail-events.ts';
import { readMailEvent } from '../mail/ses-events.ts';
import { openTable } from '../store/client.ts';
import { dynamoCopyEvents } from '../store/copy-events.ts';
import { dynamoLimits } from '../store/limits.ts';
import { dynamoSuppressions } from '../store/suppressions.ts';

/** Takes what the mail provider tells; resolves to the places in the list that must come again. */
export function wireMailEvents(environment: Environment, ambient: Ambient) {
  const table = openTable(readConfig(StoreConfig, environment).TABLE_NAME);
  const needs = {
    ...ambient,
    copyEvents: dynamoCopyEvents(table),
    suppressions: dynamoSuppressions(table),
    limits: dynamoLimits(table),
  };
  return (events: readonly unknown[]): Promise<number[]> => takeMailEvents(needs, events.map(readMailEvent));
}
