import * as z from 'zod/mini';
import type { DeliveryState } from '#shared/choices';
import { canonicalize } from '#shared/text';
import { limitRules } from '../../limits/limits.ts';
import { incrementCounter } from '../../limits/repository.ts';
import type { Context } from '../../platform/context.ts';
import { insertSuppression } from '../suppressions/recipients.ts';
import { pauseIfFailing } from './automatic-stops.ts';
import { addCampaignCounts } from './campaign-repository.ts';
import { findDelivery, transitionDelivery } from './delivery-repository.ts';

/** What SES reports about one mail to one address. */
interface DeliveryEvent {
  kind: 'sent' | 'delivered' | 'bounced' | 'soft-bounced' | 'complained' | 'rejected';
  mailId: string;
  address: string;
  messageId: string;
  /** The reply of the receiving server. */
  detail: string;
}

/** SES leaves a field out or writes null. */
const Text = z.nullish(z.string());

const BouncedRecipient = z.object({ diagnosticCode: Text });

/** An event as SES publishes it, with the fields that matter here ("Contents of event data", Amazon SES). */
const SesEvent = z.object({
  eventType: z.string(),
  mail: z.object({
    messageId: z.string(),
    destination: z.array(z.string()),
    tags: z.nullish(z.record(z.string(), z.array(z.string()))),
  }),
  bounce: z.nullish(
    z.object({
      bounceType: Text,
      bounceSubType: Text,
      bouncedRecipients: z.nullish(z.array(BouncedRecipient)),
    }),
  ),
  complaint: z.nullish(z.object({ complaintFeedbackType: Text })),
  reject: z.nullish(z.object({ reason: Text })),
});

/** Events that change nothing here: openings, clicks, delays. */
const OTHER_EVENTS = new Set(['Open', 'Click', 'DeliveryDelay', 'Subscription', 'Rendering Failure']);

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

/** Handles each record of an SQS batch by itself; resolves to the messages that must be delivered again. */
export async function handleDeliveryEvents(
  context: DeliveryEventsContext,
  records: readonly { messageId: string; body: string }[],
): Promise<{ batchItemFailures: { itemIdentifier: string }[] }> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { messageId, body } of records) {
    let id = messageId;
    const report = (cause: unknown) =>
      context.log({ level: 'error', event: 'delivery-event-failed', id, cause });
    try {
      const event = parseSesEvent(JSON.parse(body).detail);
      // Delivered again, it would be the same.
      if (event === 'unreadable') report(new Error('Unknown shape of an SES event'));
      else if (event) {
        id = event.mailId;
        await handleDeliveryEvent(context, event);
      }
    } catch (cause) {
      report(cause);
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

/** Undefined for an event that changes nothing, `unreadable` for one whose shape is not known. */
function parseSesEvent(json: unknown): DeliveryEvent | 'unreadable' | undefined {
  const event = SesEvent.safeParse(json);
  if (!event.success) return 'unreadable';
  const { eventType, mail, bounce, complaint, reject } = event.data;
  const mailId = mail.tags?.['mail']?.[0];
  const [address] = mail.destination;
  if (mailId === undefined || address === undefined) return undefined;
  const delivery = { mailId, address, messageId: mail.messageId };
  switch (eventType) {
    case 'Send':
      return { ...delivery, kind: 'sent', detail: '' };
    case 'Delivery':
      return { ...delivery, kind: 'delivered', detail: '' };
    case 'Bounce': {
      const diagnosis = bounce?.bouncedRecipients?.[0]?.diagnosticCode;
      const kind = bounce?.bounceType === 'Permanent' ? 'bounced' : 'soft-bounced';
      return {
        ...delivery,
        kind,
        detail: diagnosis ?? `${bounce?.bounceType ?? ''} ${bounce?.bounceSubType ?? ''}`.trim(),
      };
    }
    case 'Complaint':
      // Somebody has taken the email out of the spam folder (RFC 5965, registry of feedback types).
      if (complaint?.complaintFeedbackType === 'not-spam') return undefined;
      return {
        ...delivery,
        kind: 'complained',
        detail: complaint?.complaintFeedbackType ?? 'reported as spam',
      };
    case 'Reject':
      return { ...delivery, kind: 'rejected', detail: reject?.reason ?? '' };
    default:
      return OTHER_EVENTS.has(eventType) ? undefined : 'unreadable';
  }
}

/** Handles one event. Repeated, late and reordered events lead to the same states. Events with unknown ids are ignored. */
async function handleDeliveryEvent(context: DeliveryEventsContext, event: DeliveryEvent): Promise<void> {
  const { mailId, messageId, detail } = event;
  const { from, to } = transitionsByEvent[event.kind];
  const delivery = await findDelivery(context, mailId, event.address);
  if (!delivery || !from.includes(delivery.state)) return;
  const isBad = to === 'bounced' || to === 'complained';
  // First, so that an event whose handling fails here is delivered again and finds the delivery unchanged.
  if (isBad) await suppressAfterEvent(context, event);
  const details = { messageId, ...(detail !== '' && { reason: detail }) };
  if (!(await transitionDelivery(context, mailId, delivery.address, from, to, details))) return;
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
