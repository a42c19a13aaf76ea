import { describe, expect, it } from 'vitest';
import { asRun } from '../../../functions/platform/lambda.ts';
import type { LogEntry } from '../../../functions/platform/runtime.ts';
import { startScheduler } from '../../../infra/local/scheduler.ts';

const now = new Date('2026-03-02T08:00:00Z');
function surroundings() {
  const reports: LogEntry[] = [];
  return { reports, now: () => now, log: (event: LogEntry) => reports.push(event) };
}
const forever = () => new Promise<never>(() => {});

describe('a run of a job', () => {
  it('that does not end is ended at its deadline and logged', async () => {
    const { reports, ...runtime } = surroundings();
    await expect(asRun('send-transactional-mail', runtime, forever)({ limitMs: 5 })).rejects.toThrow(
      'Not done within',
    );
    expect(reports).toEqual([
      {
        level: 'error',
        event: 'run-failed',
        job: 'send-transactional-mail',
        milliseconds: expect.any(Number),
        tableUnits: { reads: 0, writes: 0 },
        cause: expect.objectContaining({ name: 'DeadlineExceeded' }),
      },
    ]);
  });

  it('that fails is logged', async () => {
    const { reports, ...runtime } = surroundings();
    const run = asRun('make-receipts', runtime, () => Promise.reject(new Error('no table')));
    await expect(run()).rejects.toThrow('no table');
    expect(reports).toMatchObject([{ event: 'run-failed', job: 'make-receipts' }]);
  });

  it('that succeeds is logged with its time and its table units, and begins nothing new shortly before its deadline', async () => {
    const { reports, ...runtime } = surroundings();
    const run = asRun('send-transactional-mail', runtime, async (until) => until.getTime() - now.getTime());
    expect(await run()).toBe(40_000);
    expect(await run({ limitMs: 20_000 })).toBe(5000);
    const line = {
      level: 'info',
      event: 'run-done',
      job: 'send-transactional-mail',
      milliseconds: expect.any(Number),
      tableUnits: { reads: 0, writes: 0 },
    };
    expect(reports).toEqual([line, line]);
  });

  it('that is stopped is not an error', async () => {
    const { reports, ...runtime } = surroundings();
    const stopping = new AbortController();
    const running = asRun('send-campaigns', runtime, forever)({ stopping: stopping.signal });
    stopping.abort();
    await expect(running).rejects.toThrow();
    expect(reports).toMatchObject([{ level: 'info', event: 'run-stopped', job: 'send-campaigns' }]);
  });
});

it('a job that hangs blocks neither the others nor its own next run on a local start', async () => {
  const { reports, ...runtime } = surroundings();
  const ran: string[] = [];
  let tick = () => {};
  const hanging = asRun('send-campaigns', runtime, () => {
    ran.push('hanging');
    return forever();
  });
  const fine = asRun('send-transactional-mail', runtime, async () => ran.push('fine'));
  const clock = startScheduler({
    schedules: [
      { job: 'hanging', everyMinutes: 1 },
      { job: 'fine', everyMinutes: 1 },
    ],
    jobs: { hanging: () => hanging({ limitMs: 20 }), fine },
    onEveryTick: ['hanging', 'fine'],
    now: () => now,
    every: (_, react) => {
      tick = react;
      return () => {};
    },
  });
  tick();
  await new Promise(setImmediate);
  tick();
  await expect.poll(() => reports.map(({ event }) => event)).toContain('run-failed');
  expect(ran).toEqual(['hanging', 'fine', 'fine']);
  await new Promise(setImmediate);
  tick();
  await expect.poll(() => ran).toEqual(['hanging', 'fine', 'fine', 'hanging', 'fine']);
  await clock.stop();
});
