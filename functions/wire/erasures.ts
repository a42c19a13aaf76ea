import { type Environment, ErasureConfig, readConfig } from '../config.ts';
import type { Runtime } from '../domain/ambient.ts';
import { messageStore } from '../files/letters.ts';
import { s3Files } from '../files/s3.ts';
import { eraseAddresses } from '../jobs/erase-addresses.ts';
import { dynamoCampaigns } from '../store/campaigns.ts';
import { openTable } from '../store/client.ts';
import { dynamoErasures } from '../store/erasures.ts';
import { asRun, type Run } from './run.ts';

export function createAddressEraser(environment: Environment, runtime: Runtime): Run<void> {
  const config = readConfig(ErasureConfig, environment);
  const table = openTable(config.TABLE_NAME);
  const deps = {
    erasures: dynamoErasures(table),
    campaigns: dynamoCampaigns(table),
    letters: messageStore(s3Files(config.MAIL_BUCKET)),
  };
  return asRun('erase-addresses', runtime, () => eraseAddresses(deps));
}
