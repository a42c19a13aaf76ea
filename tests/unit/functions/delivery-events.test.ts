import { expect, it } from 'vitest';
import type { Campaign } from '../../../functions/mail/campaigns/campaign.ts';
import { handleDeliveryEvent } from '../../../functions/mail/campaigns/delivery-events.ts';
import type { DeliveryEvent } from '../../../functions/platform/ses-events.ts';
import { campaign } from '../../support/api/make.ts';

/** When a campaign pauses automatically, by the counts on its row after an event. */

it.each<[DeliveryEvent['kind'], Partial<Campaign>, string | undefined]>([
  ['bounced', { finished: 20, bounced: 4 }, undefined],
  ['bounced', { finished: 20, bounced: 5 }, 'Paused automatically: 5 emails bounced.'],
  ['bounced', { finished: 2000, bounced: 100 }, 'Paused automatically: 100 emails bounced.'],
  ['soft-bounced', { finished: 2000, bounced: 100 }, 'Paused automatically: 100 emails bounced.'],
  ['complained', { finished: 1000, complained: 1 }, 'Paused automatically: 1 email was marked as spam.'],
  ['complained', { finished: 1001, complained: 1 }, undefined],
  [
    'complained',
    { finished: 3, complained: 2, countsAtResume: { finished: 3, bounced: 0, complained: 0 } },
    'Paused automatically: 2 emails were marked as spam since sending was resumed.',
  ],
  ['bounced', { finished: 20, bounced: 20, state: 'done' }, undefined],
  ['delivered', { finished: 20, bounced: 20 }, undefined],
])('after %s, with %o: %s', async (kind, given, note) => {
  const notes: string[] = [];
  const clock = () => new Date('2026-03-02T09:00:00Z');
  await handleDeliveryEvent(
    {
      now: clock,
      randomBytes: (length) => new Uint8Array(length),
      sleep: async () => {},
      log: () => {},
      campaigns: {
        addCounts: async () => campaign({ total: 10_000, ...given }),
        stop: async (_id, _to, why) => notes.push(why) > 0,
      },
      deliveries: {
        findDelivery: async (_id, address) => ({
          address,
          uid: '1',
          state: 'sent',
          sortKey: 'TO#',
          times: {},
        }),
        transition: async () => true,
      },
      suppressions: { suppress: async () => {} },
      limits: { increment: async () => 1 },
    },
    { kind, mailId: 'a1', address: 'bunny@example.org', messageId: 'm1', detail: '' },
  );
  expect(notes).toEqual(note === undefined ? [] : [note]);
});
