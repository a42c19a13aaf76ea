import { dynamoTerms } from '../memberships/repository.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { type Environment, readConfig, TableConfig } from '../platform/config.ts';
import type { Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';
import { wirePayments } from './payment-dependencies.ts';
import { asRun, type Run } from './run.ts';

export function createReconciler(environment: Environment, runtime: Runtime): Run<unknown> {
  const terms = dynamoTerms(openTable(readConfig(TableConfig, environment).TABLE_NAME));
  const provider = wirePayments(environment, runtime);
  return asRun('reconcile-payments', runtime, () => reconcilePayments({ ...runtime, ...provider, terms }));
}
