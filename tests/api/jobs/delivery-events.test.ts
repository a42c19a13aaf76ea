import { expect, it } from 'vitest';
import { envNames } from '#shared/deployment';
import { createDeliveryEventHandler } from '../../../functions/handlers/handle-delivery-events.ts';
import { sesEvents } from '../../../infra/local/emulators/ses.ts';
import { type MailPipeline, openMailPipeline } from '../../support/jobs/mail-pipeline.ts';
import { seeded } from '../../support/seeded.ts';
import { failCalls } from '../../support/table/at-calls.ts';

/** What SES tells may come twice, late, in any order, of mails that are none of ours, and while the table fails. */

const suppressed = async ({ admin }: MailPipeline) => (await admin.data('/admin/suppressions')).items;

it('delivery events lead to the same states in any order and with any repetition', async () => {
  const pipeline = await openMailPipeline();
  const { id, to } = await pipeline.sendTo(12);
  await pipeline.work();
  pipeline.events.splice(0);
  const outcomes = to.map(
    (_, index) => (['delivery', 'bounce', 'soft-bounce', 'complaint'] as const)[index % 4] ?? 'bounce',
  );
  const random = seeded(46);
  const ours = to.flatMap((address, index) => {
    const mail = { messageId: `message-${index}`, source: '', destination: [address], tags: { mail: [id] } };
    const events = sesEvents(outcomes[index] ?? 'bounce', mail);
    return [...events, ...events.filter(() => random() < 0.5)];
  });
  const stranger = { messageId: 'x', source: '', destination: ['eve@evil.example'], tags: { mail: [id] } };
  const shuffled = [...ours, ...sesEvents('bounce', stranger)]
    .map((event) => ({ event, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event);
  expect(await pipeline.hear([...shuffled, 'noise', {}, { eventType: 'Bounce' }])).toEqual([]);
  const ends = {
    delivery: 'delivered',
    bounce: 'bounced',
    'soft-bounce': 'bounced',
    complaint: 'complained',
  };
  expect(await pipeline.deliveries(id)).toMatchObject(
    outcomes.map((outcome, index) => ({ address: to[index], state: ends[outcome] })),
  );
  expect(await pipeline.mail(id)).toMatchObject({ bounced: 6, complained: 3 });
  // One soft bounce suppresses nothing.
  expect(await suppressed(pipeline)).toHaveLength(6);
});

it.each([
  ['suppression', /^PutItem .*SUPPRESSION/],
  ['transition', /^UpdateItem .*TO#/],
])('a bounce whose %s fails is handled completely when it is repeated', async (_what, pattern) => {
  const pipeline = await openMailPipeline();
  const { id, to } = await pipeline.sendTo([{ email: 'bounce@example.org' }]);
  await pipeline.work();
  const told = pipeline.events.splice(0);
  const recover = failCalls(pipeline.table, pattern);
  const bounce = told.findIndex(({ eventType }) => eventType === 'Bounce');
  expect(await pipeline.hear(told)).toContain(String(bounce));
  recover();
  expect(await pipeline.hear(told)).toEqual([]);
  expect(await pipeline.mail(id)).toMatchObject({ bounced: 1, counts: { bounced: 1 } });
  expect(await suppressed(pipeline)).toMatchObject([{ address: to[0], reason: 'bounced' }]);
});

it.each(['no JSON', 'null'])('a record with the body "%s" fails alone in its batch', async (body) => {
  const pipeline = await openMailPipeline();
  const { id } = await pipeline.sendTo(1);
  await pipeline.work();
  const [first = '', ...others] = pipeline.events.splice(0).map((detail) => JSON.stringify({ detail }));
  const Records = [first, body, ...others].map((each, n) => ({ messageId: `record-${n}`, body: each }));
  const consume = createDeliveryEventHandler(
    { [envNames.tableName]: pipeline.table.name },
    { ...pipeline.context, sleep: async () => {} },
  );
  expect(await consume({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: 'record-1' }] });
  expect(await pipeline.mail(id)).toMatchObject({ counts: { delivered: 1 } });
  const reported = { level: 'error', event: 'delivery-event-failed', id: 'record-1' };
  expect(pipeline.reports).toContainEqual(expect.objectContaining(reported));
});
