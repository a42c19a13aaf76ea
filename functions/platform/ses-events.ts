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

/** SES leaves a field out or writes null. */
const Text = z.nullish(z.string());

const Recipient = z.object({ diagnosticCode: Text });

/** An event as SES publishes it, with the fields that matter here ("Contents of event data", Amazon SES). */
const SesEvent = z.object({
  eventType: z.string(),
  mail: z.object({
    messageId: z.string(),
    destination: z.array(z.string()),
    tags: z.nullish(z.record(z.string(), z.array(z.string()))),
  }),
  bounce: z.nullish(
    z.object({ bounceType: Text, bounceSubType: Text, bouncedRecipients: z.nullish(z.array(Recipient)) }),
  ),
  complaint: z.nullish(z.object({ complaintFeedbackType: Text })),
  reject: z.nullish(z.object({ reason: Text })),
});

/** Events that change nothing here: openings, clicks, delays. */
const OTHER_EVENTS = new Set(['Open', 'Click', 'DeliveryDelay', 'Subscription', 'Rendering Failure']);

/** Undefined for an event that changes nothing, `unreadable` for one whose shape is not known. */
export function parseSesEvent(json: unknown): DeliveryEvent | 'unreadable' | undefined {
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
