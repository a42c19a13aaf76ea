import { type Environment, readConfig, TableConfig } from '../config.ts';
import type { Runtime } from '../domain/ambient.ts';
import { reconcilePayments } from '../jobs/reconcile-payments.ts';
import { openTable } from '../store/client.ts';
import { dynamoTerms } from '../store/terms.ts';
import { wirePayments } from './payments.ts';
import { asRun, type Run } from './run.ts';

export function createReconciler(environment: Environment, runtime: Runtime): Run<unknown> {
  const terms = dynamoTerms(openTable(readConfig(TableConfig, environment).TABLE_NAME));
  const provider = wirePayments(environment, runtime);
  return asRun('reconcile-payments', runtime, () => reconcilePayments({ ...runtime, ...provider, terms }));
}
