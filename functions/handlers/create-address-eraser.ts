import { dynamoCampaigns } from '../mail/campaigns/campaign-repository.ts';
import { dynamoErasures } from '../mail/campaigns/erasure-repository.ts';
import { messageStore } from '../mail/campaigns/message-store.ts';
import { type Environment, ErasureConfig, readConfig } from '../platform/config.ts';
import type { Runtime } from '../platform/runtime.ts';
import { s3Files } from '../platform/s3.ts';
import { openTable } from '../platform/table/table.ts';
import { eraseAddresses } from './job-erase-addresses.ts';
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
