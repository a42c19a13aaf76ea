import {
  argon2PasswordHasher,
  loadCommonPasswords,
  productionArgon2Cost,
} from '../../../functions/platform/passwords.ts';
import { type LocalOptions, type LocalProduct, startProduct } from '../../../infra/local/product.ts';
import { readClock } from '../../../infra/local/settings.ts';

/** A program that runs one product after another for the process that has forked it, with which it ends. */

export type Order = { now: string } & Required<
  Pick<LocalOptions, 'port' | 'dataFolder' | 'hasDemoAccounts' | 'hasSampleMembers'>
>;
/** What a product has that was started; nothing of one that was stopped. */
export type Answer = Pick<LocalProduct, 'accounts' | 'archivePassword'> | { error: string };

/** Journeys register and log in more than a thousand times, and none is about the cost of a password. */
Object.assign(productionArgon2Cost, { memoryKiB: 64, passes: 1 });

/** The first registration would load these within its own limit of time, which a busy machine may exceed. */
const loading = Promise.all([loadCommonPasswords(), argon2PasswordHasher('').hash('')]);

let product: LocalProduct | undefined;

/** Stops the product that runs, and starts another. */
async function replaceProduct(order: Order | 'stop'): Promise<Answer> {
  await product?.stop();
  product = undefined;
  if (order === 'stop') return { accounts: [], archivePassword: '' };
  await loading;
  const { now, ...options } = order;
  product = await startProduct({ ...options, clock: readClock({ NOW: now }) });
  return { accounts: product.accounts, archivePassword: product.archivePassword };
}

process.on('message', async (order: Order | 'stop') => {
  const answer = await replaceProduct(order).catch((cause: unknown): Answer => ({ error: String(cause) }));
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());
