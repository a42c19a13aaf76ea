import { join } from 'node:path';
import { ambient } from '../../functions/wire/ambient.ts';
import { wireReconciler } from '../../functions/wire/reconciler.ts';
import { readRunning } from '../../infra/local/data-folder.ts';
import { enterLocalAws, localTable } from '../../infra/local/environment.ts';
import { openPayments } from '../../infra/local/payments/open-payments.ts';
import { paymentEnvironment } from './checkout.ts';
import type { RunningProduct } from './product.ts';

/** The job that comes every 15 minutes, now: on the running product's own table and what was paid on its card page. */
export async function reconcileNow({ dataFolder, url, clock }: RunningProduct): Promise<void> {
  const running = await readRunning(dataFolder);
  if (!running) throw new Error('The product does not run');
  enterLocalAws({ dynamodb: running.databaseEndpoint });
  const provider = await openPayments({
    folder: join(dataFolder, 'payments'),
    clock,
    publicUrl: () => url,
  });
  const environment = { ...paymentEnvironment, TABLE_NAME: localTable, STRIPE_API: provider.apiUrl };
  await wireReconciler(
    environment,
    ambient(() => undefined, clock),
  )();
  await provider.close();
}
