import { type Environment, readConfig, StoreConfig } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { reconcilePayments } from '../jobs/reconcile-payments.ts';
import { openTable } from '../store/client.ts';
import { dynamoTerms } from '../store/terms.ts';
import { wirePayments } from './payments.ts';
import { asRun, type Run } from './run.ts';

export function wireReconciler(environment: Environment, ambient: Ambient): Run<unknown> {
  const terms = dynamoTerms(openTable(readConfig(StoreConfig, environment).TABLE_NAME));
  const provider = wirePayments(environment, ambient);
  return asRun('reconcile-payments', ambient, () => reconcilePayments({ ...ambient, ...provider, terms }));
}
