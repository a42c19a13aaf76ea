import { describe, expect, it, onTestFinished } from 'vitest';
import { killRun } from '../../support/jobs/kill-run.ts';
import { seeded } from '../../support/seeded.ts';
import { sized, sizedViews } from '../../support/sizes.ts';

/** The worker's real process is killed again and again; sent emails are counted at SES. */

const IN_FLIGHT = 14;
const recipients = sized(60, 10_000);
const kills = sized(1, 20);
/** At 14 a second the worker keeps 14 under way, as in the cloud; its time runs 20 times faster. */
const perSecond = 14;

describe.each(sizedViews<[string, boolean]>(['with events', true], ['without events', false]))(
  `a campaign to ${recipients} members whose worker is killed ${kills} times, %s`,
  (_what, events) => {
    it('sends every delivery once', async () => {
      const run = await killRun({ recipients, kills, events, perSecond });
      onTestFinished(() => run.remove());
      await run.kill(seeded(7));
      await run.finish();

      const { state, counts } = await run.pipeline.mail(run.id);
      const arrived = new Set(run.pipeline.inbox.map(({ to }) => to));
      console.info(
        `kills ${kills}, in SES ${run.pipeline.inbox.length}, different ${arrived.size}, unknown ${counts.unknown}`,
      );
      expect(run.pipeline.inbox.length - arrived.size).toBe(0);
      expect(state).toBe('done');
      if (events) {
        expect(arrived.size + counts.unknown).toBe(recipients);
        expect(counts.delivered).toBe(arrived.size);
        // Deliveries without an event were never sent: after a new email to these, everybody has one.
        if (counts.unknown > 0) await run.sendToUnknown();
        expect(run.pipeline.inbox).toHaveLength(recipients);
        expect(new Set(run.pipeline.inbox.map(({ to }) => to)).size).toBe(recipients);
      } else {
        expect(counts.sent + counts.unknown).toBe(recipients);
        expect(arrived.size).toBeGreaterThanOrEqual(recipients - counts.unknown);
      }
      expect(counts.unknown).toBeLessThanOrEqual(kills * IN_FLIGHT);
    });
  },
);
