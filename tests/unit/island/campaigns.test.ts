import { describe, expect, it } from 'vitest';
import {
  type Campaign,
  summarizeCounts,
} from '../../../account-island/features/admin-mail/campaigns/campaign-queries.ts';
import { campaignStatusText, cancelText } from '../../../account-island/text/admin-campaigns.ts';
import { emptyCounts } from '../../../functions/mail/campaigns/campaign.ts';

const now = new Date('2026-03-02T08:00:00Z');

/** A campaign whose total is that of its counts. */
const campaign = (
  state: Campaign['state'],
  given: Partial<Campaign['counts']> = {},
  more: Partial<Campaign> = {},
): Campaign => ({
  id: '0'.repeat(32),
  subject: '茶壺',
  senderName: 'Utah Teapot',
  createdAt: now.toISOString(),
  dueAt: now.toISOString(),
  finished: 0,
  bounced: 0,
  complained: 0,
  attachments: [],
  state,
  counts: { ...emptyCounts(), ...given },
  total: Object.values(given).reduce((sum, count) => sum + count, 0),
  ...more,
});

describe('the status of a campaign', () => {
  it.each([
    [campaign('scheduled', { waiting: 60 }), 'Will be sent to 60 recipients.'],
    [
      campaign('sending', { waiting: 50, sending: 10, sent: 38, suppressed: 2 }),
      'Processed 40 of 100 recipients.',
    ],
    [campaign('paused', { waiting: 50, sending: 10, bounced: 40 }), 'Paused after 50 of 100 recipients.'],
    [campaign('cancelled', { cancelled: 3, sending: 1, delivered: 2 }), 'Sent to 3 of 6 recipients.'],
    [campaign('done', { delivered: 2, suppressed: 1, failed: 1 }), 'Sent to 2 of 4 recipients.'],
  ])('is correct for case %#: %o', (given, sentence) => {
    expect(campaignStatusText(given.state, summarizeCounts(given))).toBe(sentence);
  });
});

it.each([
  [{ waiting: 9 }, 'Nothing has been sent, and nothing will be.'],
  [
    { waiting: 784, sending: 12, sent: 1000, bounced: 204 },
    "Already sent: 1,204. Being sent now: 12. Will not be sent: 784. Emails that have been sent can't be recalled.",
  ],
])('cancelling %j says what it prevents', (counts, sentence) => {
  expect(cancelText(summarizeCounts(campaign('sending', counts)))).toBe(sentence);
});
