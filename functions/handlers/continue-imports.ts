import { findSilentImports, workOnImport } from '../imports/work-on-imports.ts';
import { type Environment, ImportWorkerConfig, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { asRun, lambdaHandler, type RunOptions, withSecrets } from '../platform/lambda.ts';
import { argon2PasswordHasher } from '../platform/passwords.ts';
import { sqsQueue } from '../platform/queue.ts';
import type { Runtime } from '../platform/runtime.ts';
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
    /** For a local start, which imports its sample members and checks their passwords with it. */
    context,
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

export const handler = lambdaHandler(await withSecrets(process.env), (environment, runtime) => {
  const { sweep, handleMessages } = createImportWorker(environment, runtime);
  return ({ Records }: Batch) => (Records ? handleMessages(Records.map(({ body }) => body)) : sweep());
});
