import { join } from 'node:path';
import { createReconciler } from '../../../functions/handlers/reconcile-payments.ts';
import { createRuntime } from '../../../functions/platform/runtime.ts';
import { readRunning } from '../../../infra/local/data-folder.ts';
import { startStripe } from '../../../infra/local/emulators/stripe.ts';
import { configureLocalAws, localTable } from '../../../infra/local/environment.ts';
import { paymentEnvironment } from '../api/checkout.ts';
import type { WorkerProduct } from '../product/worker-product.ts';

/** Runs the job that comes every 15 minutes, on the running product's own table and the payments on its card page. */
export async function reconcileNow({ dataFolder, url, clock }: WorkerProduct): Promise<void> {
  const running = await readRunning(dataFolder);
  if (!running) throw new Error('The product does not run');
  configureLocalAws({ dynamodb: running.databaseEndpoint });
  const provider = await startStripe({
    folder: join(dataFolder, 'payments'),
    clock,
    publicUrl: () => url,
  });
  const environment = { ...paymentEnvironment, TABLE_NAME: localTable, STRIPE_API: provider.apiUrl };
  await createReconciler(
    environment,
    createRuntime(() => undefined, clock),
  )();
  await provider.close();
}
