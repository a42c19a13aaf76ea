import { campaignsRepository } from '../mail/campaigns/campaign-repository.ts';
import { deliveriesRepository } from '../mail/campaigns/delivery-repository.ts';
import { eraseAddresses } from '../mail/campaigns/erase-addresses.ts';
import { erasuresRepository } from '../mail/campaigns/erasure-repository.ts';
import { messageStore } from '../mail/campaigns/message-store.ts';
import { type Environment, ErasureConfig, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { jobHandler, lambdaHandler } from '../platform/lambda.ts';
import { asRun, type Run } from '../platform/run.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';

/**
 * Erases the addresses of deleted members from past campaigns. Once a day is enough: nobody waits for it, and it reads
 * whole campaigns.
 */
export function createAddressEraser(environment: Environment, runtime: Runtime): Run<void> {
  const config = readConfig(ErasureConfig, environment);
  const table = openTable(config.TABLE_NAME);
  const deps = {
    campaigns: campaignsRepository(table),
    deliveries: deliveriesRepository(table),
    erasures: erasuresRepository(table),
    messages: messageStore(s3Files(config.MAIL_BUCKET)),
  };
  return asRun('erase-addresses', runtime, () => eraseAddresses(deps));
}

export const handler = await lambdaHandler(process.env, (environment) =>
  jobHandler(createAddressEraser(environment, lambdaRuntime)),
);
