import { describe, expect, it } from 'vitest';
import { asRun } from '../../../functions/platform/lambda.ts';
import type { LogEntry } from '../../../functions/platform/runtime.ts';

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
});
