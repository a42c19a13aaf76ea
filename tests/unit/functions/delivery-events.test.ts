import { expect, it } from 'vitest';
import type { Campaign } from '../../../functions/mail/campaigns/campaign.ts';
import { handleDeliveryEvent } from '../../../functions/mail/campaigns/delivery-events.ts';
import { createRuntime } from '../../../functions/platform/runtime.ts';
import type { DeliveryEvent } from '../../../functions/platform/ses-events.ts';
import { tableOver } from '../../../functions/platform/table/table.ts';
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
  [
    'bounced',
    { finished: 30, bounced: 9, countsAtResume: { finished: 20, bounced: 5, complained: 0 } },
    undefined,
  ],
  ['bounced', { finished: 20, bounced: 20, state: 'done' }, undefined],
  ['delivered', { finished: 20, bounced: 20 }, undefined],
])('after %s, with %o: %s', async (kind, given, note) => {
  const address = 'bunny@example.org';
  const notes: unknown[] = [];
  const delivery = { pk: 'MAIL#a1', sk: `TO#${address}`, address, uid: '1', state: 'sent', times: {} };
  const counted = { ...campaign({ total: 10_000, ...given }), kind: 'campaign' };
  const table = tableOver('campaigns', async (name, input) => {
    if (name === 'GetItem') return { Item: delivery } as never;
    const { ':note': why, ':bounced': bounced } = Object(input).ExpressionAttributeValues ?? {};
    if (why !== undefined) notes.push(why);
    return { Attributes: bounced === undefined ? { n: 1 } : counted } as never;
  });
  const context = { ...createRuntime(() => {}), table };
  await handleDeliveryEvent(context, { kind, mailId: 'a1', address, messageId: 'm1', detail: '' });
  expect(notes).toEqual(note === undefined ? [] : [note]);
});
