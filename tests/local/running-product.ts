import { afterAll, beforeAll } from 'vitest';
import { runCommand } from '../../infra/cli/program.ts';
import { type HostedProduct, startHostedProduct } from '../support/product/hosted-product.ts';

/** The product, which runs for all tests of a file, and the operator's commands on its data. */
export function runningProduct() {
  const running = {} as { product: HostedProduct };
  beforeAll(async () => {
    running.product = await startHostedProduct({ hasDemoAccounts: true });
  });
  afterAll(() => running.product?.remove());
  const ops = (...args: string[]) => runCommand(args, { DATA_DIR: running.product.dataFolder });
  return { running, ops };
}
