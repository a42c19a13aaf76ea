import { argon2PasswordHasher, loadCommonPasswords } from '../../../functions/platform/passwords.ts';
import { type LocalOptions, type LocalProduct, startProduct } from '../../../infra/local/product.ts';
import { readClock } from '../../../infra/local/settings.ts';

/** A program that runs one product after another for the process that has forked it, with which it ends. */

export type Order = { now: string } & Required<
  Pick<LocalOptions, 'port' | 'dataFolder' | 'hasDemoAccounts' | 'hasSampleMembers'>
>;
/** What a product has that was started; nothing of one that was stopped. */
export type Answer = Pick<LocalProduct, 'accounts' | 'archivePassword'> | { error: string };

/** The first registration would load these within its own limit of time, which a busy machine may exceed. */
const isLoaded = Promise.all([loadCommonPasswords(), argon2PasswordHasher('').hash('')]);

let product: LocalProduct | undefined;

/** Stops the product that runs, and starts another. */
async function carryOut(order: Order | 'stop'): Promise<Answer> {
  await product?.stop();
  product = undefined;
  if (order === 'stop') return { accounts: [], archivePassword: '' };
  await isLoaded;
  const { now, ...options } = order;
  product = await startProduct({ ...options, clock: readClock({ NOW: now }) });
  return { accounts: product.accounts, archivePassword: product.archivePassword };
}

process.on('message', async (order: Order | 'stop') => {
  const answer = await carryOut(order).catch((cause: unknown): Answer => ({ error: String(cause) }));
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());
