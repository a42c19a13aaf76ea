import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventBridgeSchedules } from '../../functions/platform/one-time-schedules.ts';
import { startEventScheduler } from '../../infra/local/emulators/event-scheduler.ts';
import { localAws } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

Object.assign(process.env, localAws);

const target = {
  group: 'campaigns',
  queueArn: 'arn:aws:sqs:ap-southeast-1:000000000000:campaigns',
  roleArn: 'arn:aws:iam::000000000000:role/scheduler',
};
const time = (text: string) => new Date(`2026-03-02T${text}Z`);

async function open(folder = temporaryFolder()) {
  let now = time('08:00:00');
  let isQueueBroken = false;
  const delivered: string[] = [];
  const server = await startEventScheduler({
    folder,
    clock: () => now,
    deliver: async (body) => {
      if (isQueueBroken) throw new Error('The queue is broken.');
      delivered.push(body);
    },
  });
  onTestFinished(server.close);
  return {
    server,
    delivered,
    schedules: eventBridgeSchedules(target, { endpoint: server.url }),
    breakQueue: (isBroken: boolean) => {
      isQueueBroken = isBroken;
    },
    tickAt: async (text: string) => {
      now = time(text);
      await server.tick();
    },
  };
}

describe('one-time schedules', () => {
  it('change nothing when they are created again, and do nothing when they are deleted', async () => {
    const { schedules, delivered, tickAt } = await open();
    await schedules.create('a', time('09:00:00'), 'first');
    await schedules.create('a', time('09:00:00'), 'second');
    await schedules.create('b', time('09:00:00'), 'other');
    await schedules.remove('b');
    await schedules.remove('b');
    await tickAt('08:59:59');
    expect(delivered).toEqual([]);
    await tickAt('09:00:00');
    expect(delivered).toEqual(['first']);
  });

  it('fire after a restart, and again where the queue took nothing', async () => {
    const folder = temporaryFolder();
    const before = await open(folder);
    await before.schedules.create('a', time('09:00:00'), 'first');
    await before.schedules.create('b', time('09:00:00'), 'removed');
    await before.schedules.remove('b');
    const { breakQueue, tickAt, delivered } = await open(folder);
    breakQueue(true);
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    await tickAt('11:00:00');
    await tickAt('11:00:01');
    expect(printed).toHaveBeenCalledOnce();
    breakQueue(false);
    await tickAt('11:00:02');
    expect(delivered).toEqual(['first']);
    const after = await open(folder);
    await after.tickAt('12:00:00');
    expect(after.delivered).toEqual([]);
  });
});
