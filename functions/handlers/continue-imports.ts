import { findSilentImports, workOnImport } from '../imports/work-on-imports.ts';
import { type Environment, ImportWorkerConfig, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { asRun, jobHandler, lambdaHandler, type RunOptions, withSecrets } from '../platform/lambda.ts';
import { argon2PasswordHasher } from '../platform/passwords.ts';
import { type QueuedMessage, sqsQueue } from '../platform/queue.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';

/** Imports: what the queue brings, and every minute those that give no sign. */
export function createImportWorker(environment: Environment, runtime: Runtime) {
  const config = readConfig(ImportWorkerConfig, environment);
  const context = {
    ...runtime,
    table: openTable(config.TABLE_NAME),
    files: s3Files(config.FILES_BUCKET),
    passwords: argon2PasswordHasher(config.PASSWORD_PEPPER),
    importQueue: sqsQueue(config.IMPORT_QUEUE_URL),
  };
  return {
    sweep: asRun('continue-imports', runtime, async () =>
      context.importQueue.send(await findSilentImports(context)),
    ),
    /** Resolves to no message: what fails is looked after by the sweep. */
    handleMessages: (
      messages: readonly Pick<QueuedMessage, 'body'>[],
      options?: RunOptions,
    ): Promise<never[]> =>
      asRun('continue-imports', runtime, async (until) => {
        for (const { body } of messages)
          await context.importQueue.send(await workOnImport(context, body, until));
        return [];
      })(options),
  };
}

/** A message of SQS, or the schedule's event, which holds none. */
interface Batch {
  Records?: readonly { body: string }[];
}

export const handler = await lambdaHandler(process.env, async (environment) => {
  const { sweep, handleMessages } = createImportWorker(await withSecrets(environment), lambdaRuntime);
  return ({ Records }: Batch, context: { getRemainingTimeInMillis(): number }) =>
    jobHandler<unknown>(Records ? (options) => handleMessages(Records, options) : sweep)(undefined, context);
});
