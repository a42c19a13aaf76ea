import { handleDeliveryEvent } from '../mail/campaigns/delivery-events.ts';
import type { DeliveryEvent } from '../platform/ses-events.ts';

/** Takes events, each by itself; resolves to the places in the list that must come again. */
export async function takeMailEvents(
  deps: Parameters<typeof handleDeliveryEvent>[0],
  events: readonly (DeliveryEvent | undefined)[],
): Promise<number[]> {
  const failed: number[] = [];
  for (const [index, event] of events.entries()) {
    if (!event) continue;
    await handleDeliveryEvent(deps, event).catch((cause: unknown) => {
      deps.log({ level: 'error', event: 'delivery-event-failed', id: event.mailId, cause });
      failed.push(index);
    });
  }
  return failed;
}
