import { afterAll, beforeAll } from 'vitest';
import { startWorkerProduct, type WorkerProduct } from '../support/product/worker-product.ts';

/** The product, which runs for all tests of a file. */
export function runningProduct() {
  const running = {} as { product: WorkerProduct };
  beforeAll(async () => {
    running.product = await startWorkerProduct({ hasDemoAccounts: true });
  });
  afterAll(() => running.product?.remove());
  return running;
}
