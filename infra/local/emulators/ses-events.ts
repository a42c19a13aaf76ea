/** An event as SES publishes it, the fields that matter. */
export interface MailEvent {
  eventType: 'Send' | 'Delivery' | 'Bounce' | 'Complaint';
  mail: { messageId: string; source: string; destination: readonly string[]; tags: Record<string, string[]> };
  bounce?: {
    bounceType: 'Permanent' | 'Transient';
    bounceSubType: string;
    bouncedRecipients: { emailAddress: string; diagnosticCode: string }[];
  };
  complaint?: { complaintFeedbackType: string; complainedRecipients: { emailAddress: string }[] };
}

export type Fate = 'delivery' | 'bounce' | 'soft-bounce' | 'complaint';

/**
 * Addresses that try out what can become of a mail, as SES's own simulator has them: whatever begins with `bounce`,
 * `soft-bounce` or `complaint`, alone or before a plus, a dot or a dash.
 */
export const simulatedOutcome = ([address = '']: readonly string[]): Fate => {
  const [, fate] = /^(bounce|soft-bounce|complaint)(?:[+.-].*)?@/i.exec(address) ?? [];
  const known = fate?.toLowerCase();
  return known === 'bounce' || known === 'soft-bounce' || known === 'complaint' ? known : 'delivery';
};

/** What SES tells of a mail, in its order. */
export function eventsOf(fate: Fate, mail: MailEvent['mail']): MailEvent[] {
  const sent: MailEvent = { eventType: 'Send', mail };
  const addresses = mail.destination.map((emailAddress) => ({ emailAddress }));
  if (fate === 'bounce' || fate === 'soft-bounce') {
    const [bounceType, diagnosticCode] =
      fate === 'bounce'
        ? (['Permanent', 'smtp; 550 5.1.1 user unknown'] as const)
        : (['Transient', 'smtp; 452 4.2.2 mailbox full'] as const);
    const bouncedRecipients = addresses.map((each) => ({ ...each, diagnosticCode }));
    return [
      sent,
      { eventType: 'Bounce', mail, bounce: { bounceType, bounceSubType: 'General', bouncedRecipients } },
    ];
  }
  const delivered: MailEvent = { eventType: 'Delivery', mail };
  if (fate === 'delivery') return [sent, delivered];
  const complaint = { complaintFeedbackType: 'abuse', complainedRecipients: addresses };
  return [sent, delivered, { eventType: 'Complaint', mail, complaint }];
}
