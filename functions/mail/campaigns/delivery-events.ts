import type { DeliveryState } from '#shared/choices';
import { canonicalize } from '#shared/text';
import { currentWindow, limitRules } from '../../limits/limits.ts';
import type { Limits } from '../../limits/repository.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DeliveryEvent } from '../../platform/ses-events.ts';
import type { Suppressions } from '../suppressions/suppression.ts';
import type { Campaign } from './campaign.ts';

export type CountChanges = Readonly<Record<'bounced' | 'complained' | 'failed' | 'unknown', number>>;

export interface CopyEvents {
  /** State of a copy; undefined for one that we never wrote down. */
  stateOf(mailId: string, address: string): Promise<DeliveryState | undefined>;
  /** Forward only; false where the copy is in none of `from`. */
  advance(
    event: DeliveryEvent,
    from: readonly DeliveryState[],
    to: DeliveryState,
    now: Date,
  ): Promise<boolean>;
  /** Adds to the counts on the mail's row; undefined for service mail. */
  count(mailId: string, more: CountChanges): Promise<Campaign | undefined>;
  /** Stops a mail that is being sent; an administrator may resume it. */
  pause(mailId: string, note: string): Promise<boolean>;
}

/** A later state is never taken back. `failed` and `suppressed` are certain: no event belongs to them. */
const transitionsByEvent: Readonly<
  Record<DeliveryEvent['kind'], { from: readonly DeliveryState[]; to: DeliveryState }>
> = {
  sent: { from: ['pending', 'retry', 'sending', 'unknown'], to: 'sent' },
  delivered: { from: ['pending', 'retry', 'sending', 'unknown', 'sent'], to: 'delivered' },
  bounced: { from: ['pending', 'retry', 'sending', 'unknown', 'sent', 'delivered'], to: 'bounced' },
  'soft-bounced': { from: ['pending', 'retry', 'sending', 'unknown', 'sent'], to: 'bounced' },
  complained: {
    from: ['pending', 'retry', 'sending', 'unknown', 'sent', 'delivered', 'bounced'],
    to: 'complained',
  },
  rejected: { from: ['pending', 'retry', 'sending', 'unknown', 'sent'], to: 'failed' },
};

/** A mail pauses by itself from here on. Few copies say little: bounces are judged over 100, complaints over 1000. */
const PAUSE_AT = {
  bounced: { rate: 0.05, over: 100 },
  complained: { rate: 0.001, over: 1000 },
} as const;

type Deps = Runtime & {
  copyEvents: CopyEvents;
  suppressions: Pick<Suppressions, 'hold'>;
  limits: Pick<Limits, 'increment'>;
};

/** Takes one event: again, late or out of order, the ledger ends up the same. Unknown ids are nobody's. */
export async function handleDeliveryEvent(deps: Deps, event: DeliveryEvent): Promise<void> {
  const { now, copyEvents, log } = deps;
  const { from, to } = transitionsByEvent[event.kind];
  const state = await copyEvents.stateOf(event.mailId, event.address);
  if (state === undefined || !from.includes(state)) return;
  const isBad = to === 'bounced' || to === 'complained';
  // First: an event that breaks off here comes again, and finds the copy where it was.
  if (isBad) await hold(deps, event);
  if (!(await copyEvents.advance(event, from, to, now()))) return;
  if (!isBad && to !== 'failed' && state !== 'unknown') return;
  const campaign = await copyEvents.count(event.mailId, {
    bounced: Number(to === 'bounced'),
    complained: Number(to === 'complained'),
    failed: Number(to === 'failed'),
    unknown: -Number(state === 'unknown'),
  });
  const note = campaign && pauseReason(campaign);
  if (note !== undefined && (await copyEvents.pause(event.mailId, note)))
    log({ level: 'error', event: 'campaign-paused', id: event.mailId, note });
}

/** Hard bounces and complaints at once, the others at their fifth in 90 days. */
async function hold(deps: Deps, { kind, address, detail }: DeliveryEvent): Promise<void> {
  const { now, limits, suppressions } = deps;
  let softBounces: number | undefined;
  if (kind === 'soft-bounced') {
    const { name, max } = limitRules.softBounces;
    const window = currentWindow(limitRules.softBounces, now());
    softBounces = await limits.increment(name, canonicalize(address), window, 1);
    if (softBounces <= max) return;
  }
  const reason = kind === 'complained' ? 'complained' : 'bounced';
  await suppressions.hold({ address, reason, suppressedAt: now().toISOString(), detail, softBounces });
}

/** After an administrator let it go on, only what has come since counts. */
function pauseReason({ countsAtResume, ...now }: Campaign): string | undefined {
  if (now.state !== 'sending') return undefined;
  const since = (count: 'finished' | 'bounced' | 'complained') => now[count] - (countsAtResume?.[count] ?? 0);
  const finished = since('finished');
  const isOver = (count: number, { rate, over }: { rate: number; over: number }) =>
    count > 0 && count >= rate * Math.max(finished, over);
  const [bounced, complained] = [since('bounced'), since('complained')];
  const emails = `of ${finished} emails`;
  if (isOver(complained, PAUSE_AT.complained))
    return countsAtResume
      ? `Paused automatically: ${complained} ${emails} were marked as spam since sending was resumed.`
      : `Paused automatically: ${complained} ${emails} were marked as spam.`;
  if (isOver(bounced, PAUSE_AT.bounced))
    return countsAtResume
      ? `Paused automatically: ${bounced} ${emails} bounced since sending was resumed.`
      : `Paused automatically: ${bounced} ${emails} bounced.`;
  return undefined;
}
