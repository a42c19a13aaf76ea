import { afterAll, beforeAll, expect, it } from 'vitest';
import { eraseAddresses } from '../../../functions/mail/campaigns/erase-addresses.ts';
import { accountDeletedMail } from '../../../functions/mail/transactional/messages.ts';
import { transactionalMailQueue } from '../../../functions/mail/transactional/repository.ts';
import { startRoad } from '../../support/jobs/mail-road.ts';
import { allRows } from '../../support/table/dynamo.ts';

const HOUR = 3_600_000;

let road: Awaited<ReturnType<typeof startRoad>>;
beforeAll(async () => {
  road = await startRoad();
});
afterAll(() => road.stop());

it('takes a member who is gone out of each mail as soon as it has ended, and leaves its counts as they were', async () => {
  const { ports, table, send, work, hear, mail, copies, pass } = road;
  const to = await road.addMembers([{}, {}]);
  const [gone = '', stays = ''] = to;
  const erase = () => eraseAddresses(ports);
  const ended: string = (await send(to)).body.data.id;
  const later: string = (
    await send(to, { scheduleTime: new Date(road.time.now.getTime() + HOUR).toISOString() })
  ).body.data.id;
  await work();
  await hear();
  const before = await mail(ended);

  const member = await ports.members.findMemberByEmail(gone);
  if (!member) throw new Error('the member is missing');
  const goodbye = accountDeletedMail(ports, member);
  await table.commit([
    ...ports.members.deleteWrites(member),
    ports.deliveries.requestErasureWrite(member.uid),
    ...transactionalMailQueue(table).enqueueWrites(goodbye),
  ]);
  const naming = async () => {
    const rows = (await allRows(table)).filter((row) => JSON.stringify(row).includes(gone));
    return rows.map(({ pk }) => String(pk)).filter((pk) => pk !== `MAIL#${goodbye.id}`);
  };
  const messagesNaming = async () =>
    (await Promise.all([ended, later].map((id) => ports.messages.getMessage(id)))).map((message) =>
      JSON.stringify(message).includes(gone),
    );
  expect((await naming()).sort()).toEqual([`MAIL#${ended}`, `MAIL#${later}`].sort());

  await erase();
  expect([await naming(), await messagesNaming()]).toEqual([[`MAIL#${later}`], [false, true]]);
  expect(await mail(ended)).toEqual(before);
  expect(await copies(ended)).toMatchObject([
    { address: '', state: 'delivered' },
    { address: stays, state: 'delivered' },
  ]);

  pass(HOUR);
  await road.reauthenticate();
  await work();
  await hear();
  expect((await mail(later)).counts).toMatchObject({ suppressed: 1, delivered: 1 });
  await erase();
  expect([await naming(), await messagesNaming()]).toEqual([[], [false, false]]);
  expect((await mail(later)).counts).toMatchObject({ suppressed: 1, delivered: 1 });
  expect(await ports.deliveries.listErasureRequests()).toEqual([]);
});
