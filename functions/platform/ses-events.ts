import * as z from 'zod/mini';

/** What SES reports about one mail to one address. */
export interface DeliveryEvent {
  kind: 'sent' | 'delivered' | 'bounced' | 'soft-bounced' | 'complained' | 'rejected';
  mailId: string;
  address: string;
  messageId: string;
  /** The reply of the receiving server. */
  detail: string;
}

const Recipient = z.object({ diagnosticCode: z.optional(z.string()) });

/** An event as SES publishes it, with the fields that matter here. */
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

/** Undefined for an event that changes nothing, such as a delay. */
export function parseSesEvent(json: unknown): DeliveryEvent | undefined {
  const event = SesEvent.safeParse(json);
  if (!event.success) return undefined;
  const { eventType, mail, bounce, complaint, reject } = event.data;
  const mailId = mail.tags['mail']?.[0];
  const [address] = mail.destination;
  if (mailId === undefined || address === undefined) return undefined;
  const delivery = { mailId, address, messageId: mail.messageId };
  switch (eventType) {
    case 'Send':
      return { ...delivery, kind: 'sent', detail: '' };
    case 'Delivery':
      return { ...delivery, kind: 'delivered', detail: '' };
    case 'Bounce': {
      const diagnosis = bounce?.bouncedRecipients[0]?.diagnosticCode;
      const kind = bounce?.bounceType === 'Permanent' ? 'bounced' : 'soft-bounced';
      return {
        ...delivery,
        kind,
        detail: diagnosis ?? `${bounce?.bounceType} ${bounce?.bounceSubType}`.trim(),
      };
    }
    case 'Complaint':
      return {
        ...delivery,
        kind: 'complained',
        detail: complaint?.complaintFeedbackType ?? 'reported as spam',
      };
    case 'Reject':
      return { ...delivery, kind: 'rejected', detail: reject?.reason ?? '' };
    default:
      return undefined;
  }
}
