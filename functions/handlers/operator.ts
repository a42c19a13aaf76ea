import { type Environment, FilesConfig, readConfig } from '../platform/config.ts';
import type { Runtime } from '../platform/runtime.ts';
import { lambdaRuntime } from '../platform/system-runtime.ts';
import { openTable } from '../platform/table/table.ts';
import { deskPorts } from './admin-dependencies.ts';
import { lazyFiles } from './mail-dependencies.ts';
import { operations } from './operate.ts';

export function wireOperator(environment: Environment, runtime: Runtime = lambdaRuntime) {
  const config = readConfig(FilesConfig, environment);
  const table = openTable(config.TABLE_NAME);
  return operations({ ...deskPorts(table, runtime), files: lazyFiles(config.FILES_BUCKET) });
}

export type Operator = ReturnType<typeof wireOperator>;
