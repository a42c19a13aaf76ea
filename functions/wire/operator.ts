import { type Environment, readConfig, StoreConfig } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { operations } from '../domain/members/operate.ts';
import type { Account } from '../store/account.ts';
import { openTable } from '../store/client.ts';
import { dynamoConferences } from '../store/conferences.ts';
import { dynamoMembers } from '../store/members.ts';
import { dynamoTerms } from '../store/terms.ts';
import { deployed } from './ambient.ts';

/** `account` is for who works from outside the cloud. */
export function wireOperator(
  environment: Environment,
  ambient: Ambient = deployed,
  account: Partial<Account> = {},
) {
  const table = openTable(readConfig(StoreConfig, environment).TABLE_NAME, account);
  return operations({
    ...ambient,
    members: dynamoMembers(table),
    terms: dynamoTerms(table),
    conferences: dynamoConferences(table),
  });
}

export type Operator = ReturnType<typeof wireOperator>;
