import { findSilentImports, workOnImport } from '../imports/work-on-imports.ts';
import { type Environment, ImportWorkerConfig, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { asRun, lambdaHandler, type RunOptions, withSecrets } from '../platform/lambda.ts';
import { argon2PasswordHasher } from '../platform/passwords.ts';
import { sqsQueue } from '../platform/queue.ts';
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
    /** A message is the ID of an import. What fails comes again, or is found by the sweep. */
    handleMessages: (bodies: readonly string[], options?: RunOptions): Promise<void> =>
      asRun('continue-imports', runtime, async (until) => {
        for (const id of bodies) await context.importQueue.send(await workOnImport(context, id, until));
      })(options),
  };
}

/** A message of SQS, or the schedule's event, which holds none. */
interface Batch {
  Records?: readonly { body: string }[];
}

export const handler = await lambdaHandler(process.env, async (environment) => {
  const { sweep, handleMessages } = createImportWorker(await withSecrets(environment), lambdaRuntime);
  return ({ Records }: Batch) => (Records ? handleMessages(Records.map(({ body }) => body)) : sweep());
});
