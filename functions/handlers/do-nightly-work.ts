import { campaignsRepository } from '../mail/campaigns/campaign-repository.ts';
import { deliveriesRepository } from '../mail/campaigns/delivery-repository.ts';
import { eraseAddresses } from '../mail/campaigns/erase-addresses.ts';
import { erasuresRepository } from '../mail/campaigns/erasure-repository.ts';
import { messageStore } from '../mail/campaigns/message-store.ts';
import { suppressionsRepository } from '../mail/suppressions/repository.ts';
import { membersRepository } from '../members/repository.ts';
import { type Environment, NightlyWorkConfig, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { asRun, jobHandler, lambdaHandler, type Run } from '../platform/lambda.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';
import { countStatistics } from '../statistics/count-statistics.ts';
import { statisticsRepository } from '../statistics/repository.ts';

/**
 * The nightly work: erases the addresses of deleted members from past campaigns, and counts the statistics of the
 * dashboard. Once a day is enough: nobody waits for it, and it reads whole campaigns and all members.
 */
export function createNightlyWorker(environment: Environment, runtime: Runtime): Run<void> {
  const config = readConfig(NightlyWorkConfig, environment);
  const table = openTable(config.TABLE_NAME);
  const deps = {
    ...runtime,
    campaigns: campaignsRepository(table),
    deliveries: deliveriesRepository(table),
    erasures: erasuresRepository(table),
    messages: messageStore(s3Files(config.MAIL_BUCKET)),
    members: membersRepository(table),
    suppressions: suppressionsRepository(table),
    statistics: statisticsRepository(table),
  };
  return asRun('do-nightly-work', runtime, async () => {
    // Neither waits for the other, or fails with it.
    const results = await Promise.allSettled([eraseAddresses(deps), countStatistics(deps)]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  });
}

export const handler = await lambdaHandler(process.env, (environment) =>
  jobHandler(createNightlyWorker(environment, lambdaRuntime)),
);
