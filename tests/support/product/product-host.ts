import {
  argon2PasswordHasher,
  loadCommonPasswords,
  productionArgon2Cost,
} from '../../../functions/platform/passwords.ts';
import { type LocalOptions, type LocalProduct, startProduct } from '../../../infra/local/product.ts';
import { readClock } from '../../../infra/local/settings.ts';

/** A program that runs one product after another for the process that has forked it, with which it ends. */

export type Start = { now: string } & Required<
  Pick<LocalOptions, 'port' | 'dataFolder' | 'hasDemoAccounts' | 'hasSampleMembers'>
>;
export type Order = Start | 'stop' | { passMs: number };
/** What the product has that runs; nothing where none runs. */
export type Answer = Pick<LocalProduct, 'accounts' | 'archivePassword'> | { error: string };

/** Journeys register and log in more than a thousand times, and none is about the cost of a password. */
Object.assign(productionArgon2Cost, { memoryKiB: 64, passes: 1 });

/** The first registration would load these within its own limit of time, which a busy machine may exceed. */
const loading = Promise.all([loadCommonPasswords(), argon2PasswordHasher('').hash('')]);

let product: LocalProduct | undefined;
/** How far the clock of the product was moved forward. */
let aheadMs = 0;

/** Stops the product that runs and starts another, or moves its clock. */
async function follow(order: Order): Promise<Answer> {
  if (typeof order === 'object' && 'passMs' in order) aheadMs += order.passMs;
  else {
    await product?.stop();
    product = undefined;
    if (order !== 'stop') product = await start(order);
  }
  return { accounts: product?.accounts ?? [], archivePassword: product?.archivePassword ?? '' };
}

async function start({ now, ...options }: Start): Promise<LocalProduct> {
  await loading;
  aheadMs = 0;
  const begun = readClock({ NOW: now });
  return startProduct({ ...options, clock: () => new Date(begun().getTime() + aheadMs) });
}

process.on('message', async (order: Order) => {
  const answer = await follow(order).catch((cause: unknown): Answer => ({ error: String(cause) }));
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());
