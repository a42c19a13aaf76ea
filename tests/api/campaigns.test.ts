import { expect, it } from 'vitest';
import { openMailPipeline as open } from '../support/jobs/mail-pipeline.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const addressed = (...emails: string[]) => emails.map((email) => ({ email }));
it.each([
  [
    'EventBridge Scheduler',
    { scheduleTime: '2026-03-02T18:00:00+08:00' },
    'Email scheduled. It will be sent within a minute of its time. You can cancel it in the Outbox until it is sent.',
  ],
  ['the queue', {}, 'Your email will be sent within a minute. Follow its progress in the Outbox.'],
])(
  'a campaign that %s cannot start says so to its author and the operator, and is sent once by the sweep',
  async (_, more, message) => {
    const { addMembers, send, work, context, reports, arrived, pass } = await open();
    const to = await addMembers(1);
    const { queue, schedules } = context;
    const unreachable = () => Promise.reject(new Error('AccessDenied'));
    context.queue = { ...queue, send: unreachable };
    context.schedules = { ...schedules, create: unreachable };
    expect((await send(to, more)).body).toMatchObject({ code: 1, msg: message });
    const reported = { level: 'error', event: 'campaign-start-delayed' };
    expect(reports).toContainEqual(expect.objectContaining(reported));
    Object.assign(context, { queue, schedules });
    if ('scheduleTime' in more) pass(2 * HOUR + MINUTE);
    await work();
    await work();
    expect(arrived()).toEqual(to);
  },
);

it('five soft bounces suppress an address, and unblocking it resets the count', async () => {
  const { addMembers, send, work, hear, pass, admin } = await open();
  const [address = ''] = await addMembers(addressed('Soft-Bounce@example.org'));
  const suppressed = async () => (await admin.data('/admin/suppressions?search=soft')).items;
  let turn = 0;
  const bounce = async (times: number) => {
    for (const end = turn + times; turn < end; turn += 1) {
      await send([address], { subject: `Turn ${turn}` });
      await work();
      await hear();
      pass(MINUTE);
    }
  };
  const expectSuppressedByTheFifth = async () => {
    await bounce(4);
    expect(await suppressed()).toEqual([]);
    await bounce(1);
    expect(await suppressed()).toMatchObject([{ reason: 'bounced', softBounces: 5 }]);
  };
  await expectSuppressedByTheFifth();
  expect((await admin.post('/admin/suppressions', { address, reason: '' })).status).toBe(400);
  const unblock = { address, reason: 'The mailbox is empty again' };
  expect((await admin.post('/admin/suppressions', unblock)).status).toBe(200);
  await expectSuppressedByTheFifth();
});
