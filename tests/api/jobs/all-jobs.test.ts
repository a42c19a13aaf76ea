import { once } from 'node:events';
import { createServer } from 'node:net';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { envNames } from '#shared/deployment';
import { createInProcess } from '../../../functions/handlers/in-process.ts';
import { asRun } from '../../../functions/platform/lambda.ts';
import type { LogEntry } from '../../../functions/platform/runtime.ts';
import { localEnvironment } from '../../../infra/local/environment.ts';

const secret = 'x'.repeat(32);
const secrets = { tokenKey: secret, passwordPepper: secret, originSecret: secret, mailKey: secret };

/** Accepts every connection and never replies. */
const silence = createServer();
let environment: Record<string, string>;
beforeAll(async () => {
  await once(silence.listen(0, '127.0.0.1'), 'listening');
  const address = silence.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  for (const name of ['DYNAMODB', 'S3', 'SES', 'SQS']) vi.stubEnv(`AWS_ENDPOINT_URL_${name}`, url);
  vi.stubEnv('AWS_REGION', 'ap-southeast-1');
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'local');
  environment = localEnvironment(
    url,
    { ...secrets, archivePasswordHash: '' },
    { apiUrl: url, webhookSecret: 'whsec_x' },
    `${url}/000000000000/campaigns`,
  );
  return () => {
    vi.unstubAllEnvs();
    silence.close();
  };
});

function jobsIn(given: Record<string, string>) {
  const events: LogEntry[] = [];
  const write = (_: string, entry: LogEntry) => events.push(entry);
  return { events, jobs: createInProcess(given, write, () => new Date('2026-12-01T08:00:00Z')).jobs };
}

it('every job ends when the product stops while no service replies, and logs one line for the run', async () => {
  const { jobs, events } = jobsIn(environment);
  for (const [job, run] of Object.entries(jobs)) {
    const stopping = new AbortController();
    silence.once('connection', (socket) => {
      onTestFinished(() => void socket.destroy());
      stopping.abort();
    });
    await expect(run({ stopping: stopping.signal })).rejects.toThrow('aborted');
    const lines = events.splice(0).filter(({ event }) => event.startsWith('run-'));
    expect(lines).toMatchObject([{ event: 'run-stopped', job }]);
  }
});

it('a job that cannot be loaded is logged at every run', async () => {
  const { jobs, events } = jobsIn({ ...environment, [envNames.reminderStages]: 'soon' });
  for (const _ of [1, 2]) await expect(jobs['remind-members']()).rejects.toThrow('is not JSON');
  expect(events).toMatchObject([1, 2].map(() => ({ event: 'run-failed', job: 'remind-members' })));
});

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
