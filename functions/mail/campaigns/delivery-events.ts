import type { DeliveryState } from '#shared/choices';
import { canonicalize } from '#shared/text';
import { limitRules } from '../../limits/limits.ts';
import { incrementCounter } from '../../limits/repository.ts';
import type { Context } from '../../platform/context.ts';
import type { DeliveryEvent } from '../../platform/ses-events.ts';
import { insertSuppression } from '../suppressions/recipients.ts';
import { pauseIfFailing } from './automatic-stops.ts';
import { addCampaignCounts } from './campaign-repository.ts';
import { findDelivery, transitionDelivery } from './delivery-repository.ts';

/** A later state is never undone. `failed` and `suppressed` are final: no event belongs to them. */
const transitionsByEvent: Readonly<
  Record<DeliveryEvent['kind'], { from: readonly DeliveryState[]; to: DeliveryState }>
> = {
  sent: { from: ['sending', 'unknown'], to: 'sent' },
  delivered: { from: ['sending', 'unknown', 'sent'], to: 'delivered' },
  bounced: { from: ['sending', 'unknown', 'sent', 'delivered'], to: 'bounced' },
  'soft-bounced': { from: ['sending', 'unknown', 'sent'], to: 'bounced' },
  complained: { from: ['sending', 'unknown', 'sent', 'delivered', 'bounced'], to: 'complained' },
  rejected: { from: ['sending', 'unknown', 'sent'], to: 'failed' },
};

type DeliveryEventsContext = Pick<Context, 'now' | 'log' | 'table'>;

/** Handles one event. Repeated, late and reordered events lead to the same states. Events with unknown ids are ignored. */
export async function handleDeliveryEvent(
  context: DeliveryEventsContext,
  event: DeliveryEvent,
): Promise<void> {
  const { now } = context;
  const { mailId, messageId, detail } = event;
  const { from, to } = transitionsByEvent[event.kind];
  const delivery = await findDelivery(context, mailId, event.address);
  if (!delivery || !from.includes(delivery.state)) return;
  const isBad = to === 'bounced' || to === 'complained';
  // First, so that an event whose handling fails here is delivered again and finds the delivery unchanged.
  if (isBad) await suppressAfterEvent(context, event);
  const details = { messageId, ...(detail !== '' && { reason: detail }) };
  if (!(await transitionDelivery(context, mailId, delivery.address, from, to, now(), details))) return;
  const wasUnknown = delivery.state === 'unknown';
  if (!isBad && to !== 'failed' && !wasUnknown) return;
  const campaign = await addCampaignCounts(context, mailId, {
    // A bounce that is reported as spam counts once, by its last state.
    bounced: Number(to === 'bounced') - Number(delivery.state === 'bounced'),
    complained: Number(to === 'complained'),
    failed: Number(to === 'failed'),
    unknown: -Number(wasUnknown),
  });
  if (campaign) await pauseIfFailing(context, campaign);
}

/** A hard bounce or a complaint suppresses the address at once, a temporary bounce only above the limit. */
async function suppressAfterEvent(
  context: DeliveryEventsContext,
  { kind, address, detail }: DeliveryEvent,
): Promise<void> {
  let softBounces: number | undefined;
  if (kind === 'soft-bounced') {
    softBounces = await incrementCounter(context, limitRules.softBounces, canonicalize(address));
    if (softBounces <= limitRules.softBounces.max) return;
  }
  const reason = kind === 'complained' ? 'complained' : 'bounced';
  await insertSuppression(context, {
    address,
    reason,
    suppressedAt: context.now().toISOString(),
    detail,
    softBounces,
  });
}
