import { type Environment, readConfig, StoreConfig } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { settlePayment } from '../domain/membership/treasury.ts';
import { openTable } from '../store/client.ts';
import { dynamoTreasury } from '../store/treasury.ts';
import { deployed } from './ambient.ts';

export type { SetAside } from '../domain/membership/treasury.ts';

export function wireTreasurer(environment: Environment, ambient: Ambient = deployed) {
  const treasury = dynamoTreasury(openTable(readConfig(StoreConfig, environment).TABLE_NAME));
  return {
    open: () => treasury.open(),
    settle: (paymentId: string, reason: string) => settlePayment({ ...ambient, treasury }, paymentId, reason),
  };
}
