import { describe, expect, it } from 'vitest';
import { startApi } from '../support/api/api.ts';
import { registration } from '../support/api/make.ts';

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

  it('of the counter of wrong codes raises no alarm about wrong codes and changes no reply', async () => {
    const api = await startApi();
    const increment = api.deps.limits.increment.bind(api.deps.limits);
    api.deps.limits.increment = (rule, ...rest) =>
      rule === 'wrong-codes' ? Promise.reject(new Error('no table')) : increment(rule, ...rest);
    const { salt, password: encryptedPassword } = registration();
    const body = { email: 'nobody@example.org', code: '00000000', salt, encryptedPassword };
    expect((await api.post('/auth/resetPassword', body)).status).toBe(400);
    const events = api.reports.map(({ event }) => event);
    expect(events).toContain('limit-unavailable');
    expect(events).not.toContain('many-wrong-codes');
  });
});

describe('the log', () => {
  it('has the session that a logout ended, and a hash of its network', async () => {
    const api = await startApi();
    await api.register();
    const token: string = (await api.signIn()).body.token;
    const from = { address: '198.51.100.66' };
    await api.post('/auth/logout', undefined, { token, ...from });
    await api.post('/auth/logout', undefined, { token: 'not-a-token', ...from });
    const opened = api.reports.find(({ event }) => event === 'sign-in');
    expect(api.reports.filter(({ event }) => event === 'sign-out')).toEqual([
      {
        level: 'info',
        event: 'sign-out',
        uid: (await api.operator.findMember('utah_teapot')).uid,
        session: opened?.['session'],
        network: api.deps.keyedHash.hashForLog(from.address),
      },
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
