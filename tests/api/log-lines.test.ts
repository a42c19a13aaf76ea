import { beforeAll, describe, expect, it } from 'vitest';
import { originSecretHeader, viewerAddressHeader } from '#shared/deployment';
import { LOG_EVENTS } from '#shared/log-events';
import { formatLogLine } from '../../functions/platform/runtime.ts';
import { startAdministered } from '../support/api/signed-in.ts';

let api: Awaited<ReturnType<typeof startAdministered>>;
beforeAll(async () => {
  api = await startAdministered();
});

describe('the log line of a request', () => {
  it('names the action of a call that has several, and nothing else that the caller wrote', async () => {
    api.reports.length = 0;
    const actions = ['revoke', 'mark-of-a-secret'];
    for (const action of actions)
      await api.post('/membership/card?token=mark-of-a-secret', { action }, { token: api.token });
    const line = { event: 'request', path: '/api/membership/card' };
    expect(api.reports).toMatchObject([
      { ...line, action: 'revoke', status: 200 },
      { ...line, status: 400 },
    ]);
    expect(JSON.stringify(api.reports)).not.toContain('mark-of-a-secret');
  });

  it.each([
    ['without the origin secret', '', 'missing'],
    ['with another origin secret', 'guess', 'wrong'],
  ])('%s is another event, which has no address that the caller wrote', async (_, secret, expected) => {
    api.reports.length = 0;
    const headers = { [viewerAddressHeader]: '203.0.113.77', [originSecretHeader]: secret };
    await api.get('/userinfo', { headers });
    const network = api.deps.keyedHash.hashForLog('unknown');
    const line = { event: 'request-past-cdn', level: 'warn', originSecret: expected, network };
    expect(api.reports).toMatchObject([line]);
  });
});

describe('every log line', () => {
  /** Of Lambda: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html */
  const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

  it.each([...new Set(Object.values(LOG_EVENTS).flat())])(
    'of level %s has a level and a time that Lambda does not replace',
    (level) => {
      const line = JSON.parse(formatLogLine({ level, event: 'transactional-mail' }, api.time.now));
      expect(LEVELS).toContain(line.level);
      expect(line.timestamp).toBe('2026-03-02T08:00:00.000Z');
    },
  );
});
