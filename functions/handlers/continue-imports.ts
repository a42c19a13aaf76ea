import { continueImports } from '../imports/continue-imports.ts';
import { cachedDirectory } from '../members/directory.ts';
import { type Environment, ImportsConfig, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { asRun, jobHandler, lambdaHandler, type Run } from '../platform/lambda.ts';
import { argon2PasswordHasher } from '../platform/passwords.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';

/** Continues imports whose page was closed. */
export function createImportContinuer(environment: Environment, runtime: Runtime): Run<number> {
  const config = readConfig(ImportsConfig, environment);
  const table = openTable(config.TABLE_NAME);
  const context = {
    ...runtime,
    table,
    directory: cachedDirectory({ ...runtime, table }),
    files: s3Files(config.FILES_BUCKET),
    passwords: argon2PasswordHasher(config.PASSWORD_PEPPER),
  };
  return asRun('continue-imports', runtime, (until) => continueImports(context, until));
}

export const handler = await lambdaHandler(process.env, (environment) =>
  jobHandler(createImportContinuer(environment, lambdaRuntime)),
);
