import { type EraseDeps, eraseAddresses as erase } from '../mail/campaigns/erase-addresses.ts';

/** Started once a day: nobody waits for it, and it reads whole ledgers. */
export const eraseAddresses = (deps: EraseDeps): Promise<void> => erase(deps);
