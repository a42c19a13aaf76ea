import * as z from 'zod/mini';
import type { MailEvent } from '../mail/campaigns/delivery-events.ts';

const Recipient = z.object({ diagnosticCode: z.optional(z.string()) });

/** An event as SES publishes it, the fields that matter. */
const SesEvent = z.object({
  eventType: z.string(),
  mail: z.object({
    messageId: z.string(),
    destination: z.array(z.string()),
    tags: z._default(z.record(z.string(), z.array(z.string())), {}),
  }),
  bounce: z.optional(
    z.object({
      bounceType: z.string(),
      bounceSubType: z._default(z.string(), ''),
      bouncedRecipients: z._default(z.array(Recipient), []),
    }),
  ),
  complaint: z.optional(z.object({ complaintFeedbackType: z.optional(z.string()) })),
  reject: z.optional(z.object({ reason: z._default(z.string(), '') })),
});

/** The domain's word for an event; undefined for one that changes nothing, such as a delay. */
export function parseSesEvent(json: unknown): MailEvent | undefined {
  const event = SesEvent.safeParse(json);
  if (!event.success) return undefined;
  const { eventType, mail, bounce, complaint, reject } = event.data;
  const mailId = mail.tags['mail']?.[0];
  const [address] = mail.destination;
  if (mailId === undefined || address === undefined) return undefined;
  const about = { mailId, address, messageId: mail.messageId };
  switch (eventType) {
    case 'Send':
      return { ...about, kind: 'sent', detail: '' };
    case 'Delivery':
      return { ...about, kind: 'delivered', detail: '' };
    case 'Bounce': {
      const said = bounce?.bouncedRecipients[0]?.diagnosticCode;
      const kind = bounce?.bounceType === 'Permanent' ? 'bounced' : 'bounced-for-now';
      return { ...about, kind, detail: said ?? `${bounce?.bounceType} ${bounce?.bounceSubType}`.trim() };
    }
    case 'Complaint':
      return { ...about, kind: 'complained', detail: complaint?.complaintFeedbackType ?? 'reported as spam' };
    case 'Reject':
      return { ...about, kind: 'rejected', detail: reject?.reason ?? '' };
    default:
      return undefined;
  }
}
