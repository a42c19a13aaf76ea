import { beforeAll, describe, expect, it } from 'vitest';
import { originSecretHeader, viewerAddressHeader } from '#shared/deployment';
import { LOG_EVENTS } from '#shared/log-events';
import { endpoints } from '../../functions/contract/endpoints.ts';
import { formatLogLine } from '../../functions/platform/runtime.ts';
import { startAdministered } from '../support/api/signed-in.ts';

const MARK = 'mark-of-a-secret';

let api: Awaited<ReturnType<typeof startAdministered>>;
beforeAll(async () => {
  api = await startAdministered();
});

const lines = () => api.reports.map((event) => formatLogLine(event, api.time.now)).join('\n');
const query = `?search=${MARK}&token=${MARK}&cursor=${MARK}`;

describe('the log line of a request', () => {
  it.each(endpoints)('for $method $path has neither query nor credential', async ({ method, path }) => {
    // One of the calls logs out.
    const token: string = path === '/auth/logout' ? (await api.signIn()).body.token : api.token;
    api.reports.length = 0;
    const body = method === 'GET' ? undefined : { token: MARK };
    await api.call(method, path + query, body, { token });
    await api.call(method, path + query, body, { token: MARK, headers: { cookie: MARK, referer: MARK } });
    expect(api.reports.filter(({ event }) => event === 'request')).toHaveLength(2);
    expect(lines()).not.toContain(MARK);
    expect(lines()).not.toContain(token);
  });

  it('names the action of a call that has several, and no other', async () => {
    const token: string = (await api.signIn()).body.token;
    api.reports.length = 0;
    for (const action of ['revoke', MARK]) await api.post('/membership/card', { action }, { token });
    const actions = api.reports.map(({ event, path, action, status }) => ({ event, path, action, status }));
    const line = { event: 'request', path: '/api/membership/card' };
    expect(actions).toEqual([
      { ...line, action: 'revoke', status: 200 },
      { ...line, action: undefined, status: 400 },
    ]);
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
