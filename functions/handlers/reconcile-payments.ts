import { reconcilePayments } from '../payments/fulfil-payment.ts';
import { type Environment, readConfig, TableConfig } from '../platform/config.ts';
import { asRun, jobHandler, type Run, withSecrets } from '../platform/lambda.ts';
import type { Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';
import { openPaymentProvider } from './dependencies.ts';

/** Asks the provider for payments that neither a webhook nor the member has reported. */
export function createReconciler(environment: Environment, runtime: Runtime): Run<unknown> {
  const context = {
    ...runtime,
    table: openTable(readConfig(TableConfig, environment).TABLE_NAME),
    ...openPaymentProvider(environment, runtime),
  };
  return asRun('reconcile-payments', runtime, () => reconcilePayments(context));
}

export const handler = jobHandler(await withSecrets(process.env), createReconciler);
