import { finishDeletions } from '../account/delete-account.ts';
import { countSaltForms } from '../members/salt-forms.ts';
import { type Environment, NightlyWorkConfig, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { asRun, jobHandler, type Run } from '../platform/lambda.ts';
import type { Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';
import { countStatistics } from '../statistics/count-statistics.ts';

/**
 * The nightly work: erases what is left of deleted members, such as their addresses in past campaigns, and counts the
 * statistics of the dashboard and the forms of members' salts. Once a day is enough: nobody waits for it, and it reads whole
 * campaigns and all members.
 */
export function createNightlyWorker(environment: Environment, runtime: Runtime): Run<void> {
  const config = readConfig(NightlyWorkConfig, environment);
  const context = {
    ...runtime,
    table: openTable(config.TABLE_NAME),
    mailFiles: s3Files(config.MAIL_BUCKET),
  };
  return asRun('do-nightly-work', runtime, async () => {
    // None waits for another, or fails with it.
    const results = await Promise.allSettled([
      finishDeletions(context),
      countStatistics(context),
      countSaltForms(context),
    ]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  });
}

export const handler = jobHandler(process.env, createNightlyWorker);
