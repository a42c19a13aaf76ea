import { type Environment, readConfig, StoreConfig } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { settlePayment } from '../domain/membership/treasury.ts';
import type { Account } from '../store/account.ts';
import { openTable } from '../store/client.ts';
import { dynamoTreasury } from '../store/treasury.ts';
import { deployed } from './ambient.ts';

export type { SetAside } from '../domain/membership/treasury.ts';

/** `account` is for who works from outside the cloud. */
export function wireTreasurer(
  environment: Environment,
  ambient: Ambient = deployed,
  account: Partial<Account> = {},
) {
  const treasury = dynamoTreasury(openTable(readConfig(StoreConfig, environment).TABLE_NAME, account));
  return {
    open: () => treasury.open(),
    settle: (paymentId: string, reason: string) => settlePayment({ ...ambient, treasury }, paymentId, reason),
  };
}
