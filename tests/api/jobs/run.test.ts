import { expect, it } from 'vitest';
import { asRun } from '../../../functions/platform/lambda.ts';
import type { LogEntry } from '../../../functions/platform/runtime.ts';

it('a run is logged with its time and table units, begins nothing new shortly before its deadline, and is ended there', async () => {
  const reports: LogEntry[] = [];
  const now = () => new Date('2026-03-02T08:00:00Z');
  const runtime = { now, log: (entry: LogEntry) => reports.push(entry) };
  const left = asRun('send-transactional-mail', runtime, async (until) => until.getTime() - now().getTime());
  expect(await left()).toBe(40_000);
  expect(await left({ limitMs: 20_000 })).toBe(5000);
  const forever = asRun('send-transactional-mail', runtime, () => new Promise<never>(() => {}));
  await expect(forever({ limitMs: 5 })).rejects.toThrow('Not done within');
  const line = {
    job: 'send-transactional-mail',
    milliseconds: expect.any(Number),
    tableUnits: { reads: 0, writes: 0 },
  };
  const cause = expect.objectContaining({ name: 'DeadlineExceeded' });
  expect(reports).toEqual([
    { level: 'info', event: 'run-done', ...line },
    { level: 'info', event: 'run-done', ...line },
    { level: 'error', event: 'run-failed', ...line, cause },
  ]);
});
