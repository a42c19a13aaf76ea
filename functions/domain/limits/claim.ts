import type { Ambient } from '../ambient.ts';
import { Refusal } from '../refusal.ts';
import { nextAttempts } from './attempts.ts';
import type { Limits } from './limits.ts';

/** An account that failed so often in a row is open only to networks that have signed in before. */
const MOST_CONSECUTIVE_FAILURES = 100;
const TRIES = 20;

/** Counts one attempt from this network at this account's password, or refuses with `too-many-attempts`. */
export async function claimAttempt(
  { limits, clock }: Pick<Ambient, 'clock'> & { limits: Limits },
  account: string,
  network: string,
): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const history = await limits.readSignIn(account, network);
    if (history.consecutiveFailures >= MOST_CONSECUTIVE_FAILURES && !history.networkIsKnown) {
      throw new Refusal('too-many-attempts', { retryAfterSeconds: 900 });
    }
    const result = nextAttempts(history.attempts, clock().getTime());
    if ('waitMilliseconds' in result) {
      throw new Refusal('too-many-attempts', {
        retryAfterSeconds: Math.ceil(result.waitMilliseconds / 1000),
      });
    }
    if (await limits.replaceAttempts(account, network, history.attempts, result.claimed)) return;
  }
  throw new Refusal('too-many-attempts', { retryAfterSeconds: 60 });
}
