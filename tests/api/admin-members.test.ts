import { beforeEach, describe, expect, it } from 'vitest';
import { startAdminApi } from '../support/api/admin.ts';

let api: Awaited<ReturnType<typeof startAdminApi>>;
beforeEach(async () => {
  api = await startAdminApi();
});

describe('an administrator', () => {
  it('disables an account with the end of every session, and enables it again; never the own one', async () => {
    const theirs = (await api.signIn('bunny')).body.token;
    expect((await api.action('set-state', { state: 'disabled' })).status).toBe(200);
    expect((await api.get('/userinfo', { token: theirs })).status).toBe(401);
    expect((await api.signIn('bunny')).status).toBe(403);
    await api.action('set-state', { state: 'active' });
    expect((await api.signIn('bunny')).status).toBe(200);
    expect(await api.actions()).toEqual(expect.arrayContaining(['enable-account', 'disable-account']));
    const { uid, version } = await api.operator.findMember('utah_teapot');
    const own = await api.action('set-state', { uid, version, state: 'disabled' });
    expect([own.status, own.body.error]).toEqual([403, 'own-account-not-allowed']);
  });
});
