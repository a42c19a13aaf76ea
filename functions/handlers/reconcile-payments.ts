import { cachedDirectory } from '../members/directory.ts';
import { reconcilePayments } from '../payments/report-payment.ts';
import { type Environment, readConfig, TableConfig } from '../platform/config.ts';
import { asRun, jobHandler, type Run, withSecrets } from '../platform/lambda.ts';
import type { Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';
import { openPaymentProvider } from './dependencies.ts';

/** Asks the provider for payments that neither a webhook nor the member has reported. */
export function createReconciler(environment: Environment, runtime: Runtime): Run<unknown> {
  const table = openTable(readConfig(TableConfig, environment).TABLE_NAME);
  const context = {
    ...runtime,
    table,
    directory: cachedDirectory({ ...runtime, table }),
    ...openPaymentProvider(environment, runtime),
  };
  return asRun('reconcile-payments', runtime, () => reconcilePayments(context));
}

export const handler = await jobHandler(await withSecrets(process.env), createReconciler);
