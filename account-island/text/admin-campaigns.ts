import type { CampaignSummary } from '#contract/campaigns';
import { campaignStateNames, deliveryStatusNames, suppressionReasonNames } from '#shared/choices';
import { formatCount, plural } from './format.ts';

/** Texts of the Outbox. */
export const campaignMessages = {
  notFound: "This email doesn't exist.",
  noCampaigns: 'No emails yet. Emails to members appear here once they are sent or scheduled.',
  writeEmail: 'Write an email',
  noDeliveries: 'No matching recipients',
  newEmail: 'New email to these recipients',
  recipientsDeleted: 'The recipients of this email have been deleted.',
  deletedAccount: 'Deleted account',
  contentDeleted: 'The text of this email has been deleted.',
  previewHint: 'Preview with your own name and dates',
  /** A campaign's progress in one sentence. */
  campaignStatusText(
    state: keyof typeof campaignStates,
    { sent, unknown, sending, waiting, total }: DeliveryCounts,
  ): string {
    switch (state) {
      case 'scheduled':
        return plural(total, 'Will be sent to 1 recipient.', 'Will be sent to {n} recipients.');
      case 'sending':
        return total === 1
          ? 'Sending to 1 recipient.'
          : `Processed ${formatCount(total - waiting - sending)} of ${formatCount(total)} recipients.`;
      case 'paused':
        return total === 1 && waiting === 1
          ? 'Paused. Not sent yet.'
          : `Paused after ${formatCount(total - waiting)} of ${plural(total, '1 recipient', '{n} recipients')}.`;
      case 'cancelled':
      case 'done':
        if (sent + unknown + sending === 0) return 'Nothing was sent.';
        if (sent < total)
          return `Sent to ${formatCount(sent + sending)} of ${plural(total, '1 recipient', '{n} recipients')}.`;
        return plural(total, 'Sent to 1 recipient.', 'Sent to all {n} recipients.');
    }
  },
  /** Problems with deliveries, in the words of the status filter; empty without any. */
  problemCounts: (counts: ProblemCounts): string =>
    labelled(PROBLEMS.map((status) => [deliveryStatuses[status], counts[status]])).join(' · '),

  cancelTitle: 'Cancel this email?',
  nothingSent: 'Nothing has been sent, and nothing will be.',
  /** What cancelling can still prevent, and what not. */
  cancelText({ sent, unknown, sending, waiting }: DeliveryCounts): string {
    if (sent + unknown + sending === 0) return campaignMessages.nothingSent;
    const counts = labelled([
      ['Already sent', sent + unknown],
      ['Being sent now', sending],
      ['Will not be sent', waiting],
    ]);
    return `${counts.map((count) => `${count}.`).join(' ')} Emails that have been sent can't be recalled.`;
  },
  pauseTitle: 'Pause sending?',
  pauseText: 'No more emails will be sent until you resume. Emails already handed over will still arrive.',
  resumeTitle: 'Resume sending?',
  resumeText: (waiting: number): string =>
    `${plural(
      waiting,
      'The remaining 1 email will be sent now.',
      'The remaining {n} emails will be sent now.',
    )} Sending pauses again only if too many of these bounce or are marked as spam.`,
  replaceTitle: 'Replace your draft?',
  replaceText: 'You have a draft in Send Email. The new email will replace it.',

  addressSearch: 'Address starts with',

  noneBlocked: 'No blocked addresses',
  noBlockedMatch: 'No matching addresses',
  blockedHint:
    "We don't send announcements to these addresses, because earlier emails bounced or were marked as spam. Codes, receipts and account notices are still sent.",
  temporaryBounces: (count: number): string => plural(count, '1 temporary bounce', '{n} temporary bounces'),
  unblockTitle: 'Unblock this address?',
  unblockReasonHint: 'Say what has changed. Recorded in the audit log.',
  unblockSpam:
    'A recipient marked our email as spam. Unblock this address only if they ask for our emails. Spam reports can affect delivery of all our emails.',
  unblockBounce: 'If email to this address bounces again, it will be blocked again.',
} as const;

export const campaignStates = campaignStateNames;
export const deliveryStatuses = deliveryStatusNames;
export const blockReasons = suppressionReasonNames;

/** What each status of a delivery means. */
export const deliveryStatusMeanings = {
  waiting: 'Not sent yet.',
  sending: "Being sent. Our email service hasn't confirmed it yet.",
  sent: 'Accepted by our email service. No delivery report yet.',
  delivered: "Accepted by the recipient's mail server.",
  bounced: "Returned by the recipient's mail server.",
  complained: 'Delivered, and the recipient marked it as spam.',
  failed: 'Rejected by our email service. It was not sent.',
  suppressed: 'Not sent. The reason is shown next to the address.',
  unknown: 'No confirmation for 15 minutes. It may or may not have been delivered.',
  cancelled: 'Not sent, because the email was cancelled.',
} as const;

const PROBLEMS = ['failed', 'unknown', 'bounced', 'complained', 'suppressed'] as const;

type ProblemCounts = Pick<CampaignSummary, 'bounced' | 'complained'> &
  Partial<Record<(typeof PROBLEMS)[number], number | undefined>>;

/** A campaign's counts; the others of `total` were rejected, skipped or cancelled. */
export interface DeliveryCounts {
  /** Certainly sent, whatever happened afterwards. */
  sent: number;
  unknown: number;
  sending: number;
  waiting: number;
  total: number;
}

/** `Label: number` for each number except 0. */
const labelled = (counts: readonly (readonly [label: string, count: number | undefined])[]): string[] =>
  counts.flatMap(([label, count = 0]) => (count > 0 ? [`${label}: ${formatCount(count)}`] : []));
