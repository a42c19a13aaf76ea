import pLimit from 'p-limit';
import type { CampaignSender } from '../../platform/mailer.ts';
import type { Runtime } from '../../platform/runtime.ts';

const WINDOW_MS = 1000;
/** Campaigns use this part of the account's rate. The rest is for transactional mail and for requests that arrive late. */
const PLANNED_SHARE = 0.95;
/** An account's rate changes rarely. */
const RATE_MS = 5 * 60_000;

export type SendRateLimiter = <T>(send: () => Promise<T>) => Promise<T>;

/**
 * A bucket of as many tokens as the account may send emails in a second, for one worker. A token comes back a second after SES
 * answered: however long a request took, no second sees more requests of this worker than there are tokens. All workers
 * together are kept below the rate by the slots that they reserve in the table.
 */
export function sendRateLimiter(
  { now, sleep }: Pick<Runtime, 'now' | 'sleep'>,
  perSecond: number,
): SendRateLimiter {
  const tokens = Math.max(1, Math.floor(perSecond));
  const limit = pLimit(tokens);
  /** When each token can be used, soonest first; those of emails that are being sent are missing. */
  const usableAt = Array<number>(tokens).fill(0);
  return (send) =>
    limit(async () => {
      const leftMs = (usableAt.shift() ?? 0) - now().getTime();
      if (leftMs > 0) await sleep(leftMs);
      try {
        return await send();
      } finally {
        usableAt.push(now().getTime() + WINDOW_MS);
      }
    });
}

/** The account's rate, asked for every few minutes. */
export function cachedRate(
  context: Pick<Runtime, 'now' | 'sleep'> & { sender: Pick<CampaignSender, 'maxPerSecond'> },
) {
  let rate: { perSecond: number; planned: number; limiter: SendRateLimiter; until: number } | undefined;
  return async () => {
    const at = context.now().getTime();
    if (rate && at < rate.until) return rate;
    const perSecond = await context.sender.maxPerSecond().catch((cause: unknown) => {
      if (!rate) throw cause;
      return rate.perSecond;
    });
    const limiter = rate?.perSecond === perSecond ? rate.limiter : sendRateLimiter(context, perSecond);
    rate = { perSecond, planned: perSecond * PLANNED_SHARE, limiter, until: at + RATE_MS };
    return rate;
  };
}
