import { type Environment, FilesConfig, readConfig } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { operations } from '../domain/members/operate.ts';
import type { Account } from '../store/account.ts';
import { openTable } from '../store/client.ts';
import { deployed } from './ambient.ts';
import { deskPorts } from './desk.ts';
import { lazyFiles } from './mailing.ts';

/** `account` is for who works from outside the cloud. */
export function wireOperator(
  environment: Environment,
  ambient: Ambient = deployed,
  account: Partial<Account> = {},
) {
  const config = readConfig(FilesConfig, environment);
  const table = openTable(config.TABLE_NAME, account);
  return operations({ ...deskPorts(table, ambient), files: lazyFiles(config.FILES_BUCKET) });
}

export type Operator = ReturnType<typeof wireOperator>;
