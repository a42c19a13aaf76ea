import { describe, expect, it } from 'vitest';
import { startApi } from '../support/api/api.ts';
import { failCalls } from '../support/table/at-calls.ts';

const SECRET = 'canary-of-the-store-4711';

describe('an error behind the API', () => {
  it('is a "Server error" with the request id, and only the log has the cause', async () => {
    const api = await startApi();
    failCalls(api.table, /^BatchGetItem .*USERNAME#/, SECRET);
    const reply = await api.post('/auth/getSalt', { username: 'utah_teapot' });
    const requestId = reply.headers.get('x-request-id');
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({ error: 'internal-error', message: 'Server error', requestId });
    const error = api.reports.find(({ event }) => event === 'unexpected-error');
    expect(error).toMatchObject({ level: 'error', requestId, path: '/api/auth/getSalt' });
    expect(String(error?.cause)).toContain(SECRET);
  });

  it('denies what a limit can’t count', async () => {
    const api = await startApi();
    await api.register();
    expect((await api.signIn()).status).toBe(200);
    failCalls(api.table, /^UpdateItem .*ADD n :by/);
    for (const username of ['utah_teapot', 'nobody'])
      expect((await api.post('/auth/getSalt', { username })).status).toBe(500);
    expect((await api.register({ userName: 'bunny', email: 'bunny@example.org' })).status).toBe(500);
  });
});
