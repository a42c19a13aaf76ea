import { expect, it } from 'vitest';
import { within } from '../../../functions/platform/deadline.ts';
import { asRun } from '../../../functions/platform/lambda.ts';
import type { LogEntry } from '../../../functions/platform/runtime.ts';

it('a run is logged with its time, begins nothing new shortly before its deadline, and is ended there', async () => {
  const reports: LogEntry[] = [];
  const now = () => new Date('2026-03-02T08:00:00Z');
  const runtime = { now, log: (entry: LogEntry) => reports.push(entry) };
  const left = asRun('send-transactional-mail', runtime, async (until) => until.getTime() - now().getTime());
  expect(await left()).toBe(40_000);
  const forever = asRun('send-transactional-mail', runtime, () => new Promise<never>(() => {}));
  await expect(within(5, () => forever())).rejects.toThrow('Not done within');
  const line = { job: 'send-transactional-mail', milliseconds: expect.any(Number) };
  const cause = expect.objectContaining({ name: 'TimeoutError' });
  expect(reports).toEqual([
    { level: 'info', event: 'run-done', ...line },
    { level: 'error', event: 'run-failed', ...line, cause },
  ]);
});
