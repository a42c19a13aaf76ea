import { afterEach, beforeEach, expect, it } from 'vitest';
import { envNames } from '#shared/deployment';
import { createDeliveryEventHandler } from '../../../functions/handlers/handle-delivery-events.ts';
import { type SimulatedOutcome, sesEvents } from '../../../infra/local/emulators/ses.ts';
import { startMailPipeline } from '../../support/jobs/mail-pipeline.ts';
import { seeded } from '../../support/seeded.ts';

/** What SES tells may come twice, late, in any order, of mails that are none of ours, and while the table fails. */

let pipeline: Awaited<ReturnType<typeof startMailPipeline>>;
beforeEach(async () => {
  pipeline = await startMailPipeline();
});
afterEach(() => pipeline.stop());

const suppressed = async () =>
  (await pipeline.get('/admin/suppressions', { token: pipeline.token })).body.data.items;

it('delivery events lead to the same states in any order and with any repetition', async () => {
  const fates: SimulatedOutcome[] = ['delivery', 'bounce', 'complaint'];
  const ends = {
    delivery: 'delivered',
    bounce: 'bounced',
    complaint: 'complained',
    'soft-bounce': 'bounced',
  };
  const to = await pipeline.addMembers(Array.from({ length: 12 }, () => ({})));
  const { id } = (await pipeline.send(to)).body.data;
  await pipeline.work();
  pipeline.events.splice(0);
  const random = seeded(46);
  const ok = to.flatMap((address, index) => {
    const outcome = fates[index % 3] ?? 'delivery';
    const mail = { messageId: `message-${index}`, source: '', destination: [address], tags: { mail: [id] } };
    const events = sesEvents(outcome, mail);
    return [...events, ...events.filter(() => random() < 0.5)];
  });
  const strangers = sesEvents('bounce', {
    messageId: 'x',
    source: '',
    destination: ['eve@evil.example'],
    tags: { mail: [id] },
  });
  const shuffled = [...ok, ...strangers]
    .map((event) => ({ event, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event);
  expect(await pipeline.hear([...shuffled, 'noise', {}, { eventType: 'Bounce' }])).toEqual([]);
  const deliveries: { address: string; state: string }[] = await pipeline.deliveries(id);
  expect(deliveries.map(({ address, state }) => [address, state])).toEqual(
    to.map((address, index) => [address, ends[fates[index % 3] ?? 'delivery']]),
  );
  const { bounced, complained } = await pipeline.mail(id);
  expect({ bounced, complained }).toEqual({ bounced: 4, complained: 4 });
  expect(await suppressed()).toHaveLength(8);
});

const failing = async () => {
  throw new Error('The table does not answer');
};

it.each<[string, () => () => void]>([
  [
    'suppression',
    () => {
      const { suppress } = pipeline.eventDeps.suppressions;
      pipeline.eventDeps.suppressions.suppress = failing;
      return () => Object.assign(pipeline.eventDeps.suppressions, { suppress });
    },
  ],
  [
    'transition',
    () => {
      const { transition } = pipeline.eventDeps.deliveries;
      pipeline.eventDeps.deliveries.transition = failing;
      return () => Object.assign(pipeline.eventDeps.deliveries, { transition });
    },
  ],
])('a bounce whose %s fails is handled completely when it is repeated', async (_what, breakOff) => {
  const [address = ''] = await pipeline.addMembers([{ email: 'bounce@example.org' }]);
  const { id } = (await pipeline.send([address])).body.data;
  await pipeline.work();
  const ok = pipeline.events.splice(0);
  const mend = breakOff();
  expect(await pipeline.hear(ok)).toContain(String(ok.findIndex(({ eventType }) => eventType === 'Bounce')));
  mend();
  expect(await pipeline.hear(ok)).toEqual([]);
  expect(await pipeline.mail(id)).toMatchObject({ bounced: 1, counts: { bounced: 1 } });
  expect(await suppressed()).toMatchObject([{ address, reason: 'bounced' }]);
});

it.each(['', 'no JSON', 'null'])('a record with the body "%s" fails alone in its batch', async (body) => {
  const [address = ''] = await pipeline.addMembers([{}]);
  const { id } = (await pipeline.send([address])).body.data;
  await pipeline.work();
  const records = pipeline.events.splice(0).map((detail) => JSON.stringify({ detail }));
  const bodies = [...records.slice(0, 1), body, ...records.slice(1)];
  const consume = createDeliveryEventHandler(
    { [envNames.tableName]: pipeline.table.name },
    { ...pipeline.deps, sleep: async () => {} },
  );
  const Records = bodies.map((each, index) => ({ messageId: `record-${index}`, body: each }));
  expect(await consume({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: 'record-1' }] });
  expect(await pipeline.mail(id)).toMatchObject({ counts: { delivered: 1 } });
  expect(pipeline.reports).toContainEqual(
    expect.objectContaining({ level: 'error', event: 'delivery-event-failed', id: 'record-1' }),
  );
});
