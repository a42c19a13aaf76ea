import { expect, it } from 'vitest';
import { pauseIfFailing } from '../../../functions/mail/campaigns/automatic-stops.ts';
import type { Campaign } from '../../../functions/mail/campaigns/campaign.ts';
import type { LogEntry } from '../../../functions/platform/runtime.ts';
import { tableOver } from '../../../functions/platform/table/table.ts';
import { campaign } from '../../support/api/make.ts';

/** When a campaign pauses automatically, by the counts on its row. */

it.each<[Partial<Campaign>, string | undefined]>([
  [{ finished: 20, bounced: 4 }, undefined],
  [{ finished: 20, bounced: 5 }, 'Paused automatically: 5 emails bounced.'],
  [{ finished: 2000, bounced: 100 }, 'Paused automatically: 100 emails bounced.'],
  [{ finished: 1000, complained: 1 }, 'Paused automatically: 1 email was marked as spam.'],
  [{ finished: 1001, complained: 1 }, undefined],
  [
    { finished: 3, complained: 2, countsAtResume: { finished: 3, bounced: 0, complained: 0 } },
    'Paused automatically: 2 emails were marked as spam since sending was resumed.',
  ],
  [{ finished: 30, bounced: 9, countsAtResume: { finished: 20, bounced: 5, complained: 0 } }, undefined],
  [{ finished: 20, bounced: 20, state: 'done' }, undefined],
])('with %o: %s', async (given, note) => {
  const reports: LogEntry[] = [];
  const context = {
    now: () => new Date(),
    log: (entry: LogEntry) => reports.push(entry),
    table: tableOver('campaigns', async () => ({ Attributes: {} }) as never),
  };
  await pauseIfFailing(context, campaign({ total: 10_000, ...given }));
  const paused = { level: 'error', event: 'campaign-paused', id: campaign().id, note };
  expect(reports).toEqual(note === undefined ? [] : [paused]);
});
