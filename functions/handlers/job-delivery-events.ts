import { handleDeliveryEvent, type MailEvent } from '../mail/campaigns/delivery-events.ts';

/** Takes events, each by itself; resolves to the places in the list that must come again. */
export async function takeMailEvents(
  deps: Parameters<typeof handleDeliveryEvent>[0],
  events: readonly (MailEvent | undefined)[],
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
