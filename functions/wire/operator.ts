import { type Environment, readConfig, StoreConfig } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { operations } from '../domain/members/operate.ts';
import { openTable } from '../store/client.ts';
import { dynamoConferences } from '../store/conferences.ts';
import { dynamoMembers } from '../store/members.ts';
import { dynamoTerms } from '../store/terms.ts';
import { deployed } from './ambient.ts';

export function wireOperator(environment: Environment, ambient: Ambient = deployed) {
  const table = openTable(readConfig(StoreConfig, environment).TABLE_NAME);
  return operations({
    ...ambient,
    members: dynamoMembers(table),
    terms: dynamoTerms(table),
    conferences: dynamoConferences(table),
  });
}

export type Operator = ReturnType<typeof wireOperator>;
