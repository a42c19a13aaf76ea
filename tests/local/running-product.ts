import { afterAll, beforeAll } from 'vitest';
import { runCommand } from '../../infra/cli/program.ts';
import { startWorkerProduct, type WorkerProduct } from '../support/product/worker-product.ts';

/** The product, which runs for all tests of a file, and the operator's commands on its data. */
export function runningProduct() {
  const running = {} as { product: WorkerProduct };
  beforeAll(async () => {
    running.product = await startWorkerProduct({ hasDemoAccounts: true });
  });
  afterAll(() => running.product?.remove());
  const ops = (...args: string[]) => runCommand(args, { DATA_DIR: running.product.dataFolder });
  return { running, ops };
}
