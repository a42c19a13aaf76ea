/** An event as SES publishes it, the fields that matter. */
export interface SesEvent {
  eventType: 'Send' | 'Delivery' | 'Bounce' | 'Complaint';
  mail: { messageId: string; source: string; destination: readonly string[]; tags: Record<string, string[]> };
  bounce?: {
    bounceType: 'Permanent' | 'Transient';
    bounceSubType: string;
    bouncedRecipients: { emailAddress: string; diagnosticCode: string }[];
  };
  complaint?: { complaintFeedbackType: string; complainedRecipients: { emailAddress: string }[] };
}

export type SimulatedOutcome = 'delivery' | 'bounce' | 'soft-bounce' | 'complaint';

/**
 * Addresses that try out what can become of a mail, as SES's own simulator has them: whatever begins with `bounce`,
 * `soft-bounce` or `complaint`.
 */
export function simulatedOutcome(address: string): SimulatedOutcome {
  const outcomes = ['bounce', 'soft-bounce', 'complaint'] as const;
  return outcomes.find((outcome) => address.toLowerCase().startsWith(outcome)) ?? 'delivery';
}

const bounces = {
  bounce: { bounceType: 'Permanent', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
  'soft-bounce': { bounceType: 'Transient', diagnosticCode: 'smtp; 452 4.2.2 mailbox full' },
} as const;

/** The events of SES for one email, in their order. */
export function sesEvents(outcome: SimulatedOutcome, mail: SesEvent['mail']): SesEvent[] {
  const sent: SesEvent = { eventType: 'Send', mail };
  const addresses = mail.destination.map((emailAddress) => ({ emailAddress }));
  if (outcome === 'bounce' || outcome === 'soft-bounce') {
    const { bounceType, diagnosticCode } = bounces[outcome];
    const bouncedRecipients = addresses.map((each) => ({ ...each, diagnosticCode }));
    const bounce = { bounceType, bounceSubType: 'General', bouncedRecipients };
    return [sent, { eventType: 'Bounce', mail, bounce }];
  }
  const delivered: SesEvent = { eventType: 'Delivery', mail };
  if (outcome === 'delivery') return [sent, delivered];
  const complaint = { complaintFeedbackType: 'abuse', complainedRecipients: addresses };
  return [sent, delivered, { eventType: 'Complaint', mail, complaint }];
}
