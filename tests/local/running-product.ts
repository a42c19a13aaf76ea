import { afterAll, beforeAll } from 'vitest';
import { runCommand } from '../../infra/cli/program.ts';
import { type RunningProduct, startProduct } from '../support/product/product.ts';

/** The product, which runs for all tests of a file, and the operator's commands on its data. */
export function runningProduct() {
  const running = {} as { product: RunningProduct };
  beforeAll(async () => {
    running.product = await startProduct();
  });
  afterAll(() => running.product?.remove());
  const ops = (...args: string[]) => runCommand(args, { DATA_DIR: running.product.dataFolder });
  return { running, ops };
}
