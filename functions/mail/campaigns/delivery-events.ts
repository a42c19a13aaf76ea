import type { DeliveryState } from '#shared/choices';
import type { Limits } from '../../limits/repository.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DeliveryEvent } from '../../platform/ses-events.ts';
import type { Suppressions } from '../suppressions/repository.ts';
import { suppressAfterEvent } from '../suppressions/suppression.ts';
import { pauseIfFailing } from './automatic-stops.ts';
import type { Campaigns } from './campaign-repository.ts';
import type { Deliveries } from './delivery-repository.ts';

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

type Deps = Runtime & {
  campaigns: Pick<Campaigns, 'addCounts' | 'stop'>;
  deliveries: Pick<Deliveries, 'findDelivery' | 'transition'>;
  suppressions: Pick<Suppressions, 'suppress'>;
  limits: Pick<Limits, 'increment'>;
};

/** Handles one event. Repeated, late and reordered events lead to the same states. Events with unknown ids are ignored. */
export async function handleDeliveryEvent(deps: Deps, event: DeliveryEvent): Promise<void> {
  const { now, campaigns, deliveries } = deps;
  const { mailId, messageId, detail } = event;
  const { from, to } = transitionsByEvent[event.kind];
  const delivery = await deliveries.findDelivery(mailId, event.address);
  if (!delivery || !from.includes(delivery.state)) return;
  const isBad = to === 'bounced' || to === 'complained';
  // First, so that an event whose handling fails here is delivered again and finds the delivery unchanged.
  if (isBad) await suppressAfterEvent(deps, event);
  const details = { messageId, ...(detail !== '' && { reason: detail }) };
  if (!(await deliveries.transition(mailId, delivery.address, from, to, now(), details))) return;
  const wasUnknown = delivery.state === 'unknown';
  if (!isBad && to !== 'failed' && !wasUnknown) return;
  const campaign = await campaigns.addCounts(mailId, {
    // A bounce that is reported as spam counts once, by its last state.
    bounced: Number(to === 'bounced') - Number(delivery.state === 'bounced'),
    complained: Number(to === 'complained'),
    failed: Number(to === 'failed'),
    unknown: -Number(wasUnknown),
  });
  if (campaign) await pauseIfFailing(deps, campaign);
}
