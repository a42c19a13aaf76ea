import { type Environment, readConfig, StoreConfig } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { operations } from '../domain/members/operate.ts';
import { openTable } from '../store/client.ts';
import { deployed } from './ambient.ts';
import { deskPorts } from './desk.ts';

export function wireOperator(environment: Environment, ambient: Ambient = deployed) {
  const table = openTable(readConfig(StoreConfig, environment).TABLE_NAME);
  return operations(deskPorts(table, ambient));
}

export type Operator = ReturnType<typeof wireOperator>;
