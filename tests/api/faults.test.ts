import { describe, expect, it, vi } from 'vitest';
import { originSecretHeader } from '#shared/deployment';
import { createApp } from '../../functions/handlers/api.ts';
import { originSecret, startApi } from '../support/api/api.ts';
import { startSignedIn } from '../support/api/signed-in.ts';

const SECRET = 'canary-of-the-store-4711';

describe('an error behind the API', () => {
  it('is a "Server error" with the request id, and only the log has the cause', async () => {
    const api = await startApi();
    api.deps.members.findUidByUsername = () => Promise.reject(new Error(SECRET));
    const reply = await api.post('/auth/getSalt', { username: 'utah_teapot' });
    const requestId = reply.headers.get('x-request-id');
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({ error: 'internal-error', message: 'Server error', requestId });
    const error = api.reports.find(({ event }) => event === 'unexpected-error');
    expect(error).toMatchObject({ level: 'error', requestId, path: '/api/auth/getSalt' });
    expect(String(error?.cause)).toContain(SECRET);
  });

  it('denies under limits on guessing and allows under limits on reading', async () => {
    const api = await startApi();
    await api.register();
    expect((await api.signIn()).status).toBe(200);
    api.deps.limits.increment = () => Promise.reject(new Error('no table'));
    expect((await api.post('/auth/getSalt', { username: 'utah_teapot' })).status).toBe(200);
    expect(api.reports.some(({ event }) => event === 'limit-unavailable')).toBe(true);
    expect((await api.post('/auth/getSalt', { username: 'nobody' })).status).toBe(500);
    const elsewhere = { address: '198.51.100.1' };
    expect((await api.post('/auth/getSalt', { username: 'utah_teapot' }, elsewhere)).status).toBe(500);
    expect((await api.register({ userName: 'bunny', email: 'bunny@example.org' })).status).toBe(500);
  });

  it('in loading the code of a call ends with that call', async () => {
    const { deps, limit, reports } = await startApi();
    const load = vi
      .fn(async () => [(await import('../../functions/archive/routes.ts')).archiveRoutes])
      .mockRejectedValueOnce(new Error(SECRET));
    const app = createApp(deps, { originSecret, limit, sections: new Map([['gmp', [load]]]) });
    const headers = { [originSecretHeader]: originSecret };
    const call = () => app.request('https://www.example.org/api/gmp/archive', { headers });
    const failed = await call();
    expect([failed.status, await failed.json()]).toMatchObject([500, { message: 'Server error' }]);
    expect(reports).toMatchObject([
      { event: 'unexpected-error', cause: { message: SECRET } },
      { event: 'request', status: 500, error: 'internal-error' },
    ]);
    expect((await call()).status).toBe(401);
  });
});

describe('the log', () => {
  it('has the session that a logout ended, and a hash of its network', async () => {
    const { token, ...api } = await startSignedIn();
    const from = { address: '198.51.100.66' };
    for (const each of [token, 'not-a-token'])
      await api.post('/auth/logout', undefined, { token: each, ...from });
    const opened = api.reports.find(({ event }) => event === 'sign-in');
    const { uid } = await api.operator.findMember('utah_teapot');
    const network = api.deps.keyedHash.hashForLog(from.address);
    expect(api.reports.filter(({ event }) => event === 'sign-out')).toEqual([
      { level: 'info', event: 'sign-out', uid, session: opened?.['session'], network },
    ]);
  });

  it('has the reason why no code was sent, which the reply conceals', async () => {
    const api = await startApi();
    for (const _ of [1, 2])
      expect((await api.post('/auth/forgetPassword', { email: 'nobody@example.org' })).status).toBe(200);
    const outcomes = api.reports.flatMap(({ event, ['outcome']: outcome }) =>
      event === 'password-reset' ? [outcome] : [],
    );
    expect(outcomes).toEqual(['requested', 'too-many-attempts']);
  });

  it('has the reason of a rejected call, and nothing of an unknown path', async () => {
    const api = await startApi();
    await api.get('/teapot@example.org?search=lucy');
    await api.call('DELETE', '/userinfo');
    await api.get('/userinfo');
    await api.post('/auth/getSalt', { username: 7 });
    await api.post('/auth/getSalt', { username: 'nobody' });
    expect(
      api.reports.map(({ path, status, error }) => [path, status, error].filter(Boolean).join(' ')),
    ).toEqual([
      'unknown 404 endpoint-not-found',
      '/api/userinfo 405 method-not-allowed',
      '/api/userinfo 401 unauthenticated',
      '/api/auth/getSalt 400 invalid-request',
      '/api/auth/getSalt 404 username-not-found',
    ]);
    const text = JSON.stringify(api.reports);
    for (const word of ['teapot', 'lucy', 'nobody', '203.0.113.7']) expect(text).not.toContain(word);
  });
});
