import { type Environment, FilesConfig, readConfig } from '../config.ts';
import type { Runtime } from '../domain/ambient.ts';
import { operations } from '../domain/members/operate.ts';
import { openTable } from '../store/client.ts';
import { lambdaRuntime } from './ambient.ts';
import { deskPorts } from './desk.ts';
import { lazyFiles } from './mailing.ts';

export function wireOperator(environment: Environment, runtime: Runtime = lambdaRuntime) {
  const config = readConfig(FilesConfig, environment);
  const table = openTable(config.TABLE_NAME);
  return operations({ ...deskPorts(table, runtime), files: lazyFiles(config.FILES_BUCKET) });
}

export type Operator = ReturnType<typeof wireOperator>;
