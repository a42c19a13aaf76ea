import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SimulatedOutcome, sesEvents } from '../../../infra/local/emulators/ses.ts';
import { startRoad } from '../../support/jobs/mail-road.ts';
import { seeded } from '../../support/seeded.ts';

/** What SES tells may come twice, late, in any order, of mails that are none of ours, and while the table fails. */

let road: Awaited<ReturnType<typeof startRoad>>;
beforeEach(async () => {
  road = await startRoad();
});
afterEach(() => road.stop());

const held = async () => (await road.get('/admin/suppressions', { token: road.token })).body.data.items;

it('whatever the order, and however often, each copy ends where its fate leads', async () => {
  const fates: SimulatedOutcome[] = ['delivery', 'bounce', 'complaint'];
  const ends = {
    delivery: 'delivered',
    bounce: 'bounced',
    complaint: 'complained',
    'soft-bounce': 'bounced',
  };
  const to = await road.addMembers(Array.from({ length: 30 }, () => ({})));
  const { id } = (await road.send(to)).body.data;
  await road.work();
  road.events.splice(0);
  const random = seeded(46);
  const ok = to.flatMap((address, index) => {
    const fate = fates[index % 3] ?? 'delivery';
    const mail = { messageId: `message-${index}`, source: '', destination: [address], tags: { mail: [id] } };
    const events = sesEvents(fate, mail);
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
  expect(await road.hear([...shuffled, 'noise', {}, { eventType: 'Bounce' }])).toEqual([]);
  const copies: { address: string; state: string }[] = await road.copies(id);
  expect(copies.map(({ address, state }) => [address, state])).toEqual(
    to.map((address, index) => [address, ends[fates[index % 3] ?? 'delivery']]),
  );
  const { bounced, complained } = await road.mail(id);
  expect({ bounced, complained }).toEqual({ bounced: 10, complained: 10 });
  expect(await held()).toHaveLength(20);
});

const failing = async () => {
  throw new Error('The table does not answer');
};

it.each<[string, () => () => void]>([
  [
    'suppression',
    () => {
      const { suppress } = road.ports.suppressions;
      road.ports.suppressions.suppress = failing;
      return () => Object.assign(road.ports.suppressions, { suppress });
    },
  ],
  [
    'transition',
    () => {
      const { transition } = road.ports.deliveries;
      road.ports.deliveries.transition = failing;
      return () => Object.assign(road.ports.deliveries, { transition });
    },
  ],
])('a bounce whose %s fails comes again, and is whole then', async (_what, breakOff) => {
  const [address = ''] = await road.addMembers([{ email: 'bounce@example.org' }]);
  const { id } = (await road.send([address])).body.data;
  await road.work();
  const ok = road.events.splice(0);
  const mend = breakOff();
  expect(await road.hear(ok)).toContain(ok.findIndex(({ eventType }) => eventType === 'Bounce'));
  mend();
  expect(await road.hear(ok)).toEqual([]);
  expect(await road.mail(id)).toMatchObject({ bounced: 1, counts: { bounced: 1 } });
  expect(await held()).toMatchObject([{ address, reason: 'bounced' }]);
});
