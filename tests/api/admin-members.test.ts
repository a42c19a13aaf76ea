import { beforeEach, describe, expect, it } from 'vitest';
import { startAdminApi, YEAR_2026 } from '../support/api/admin.ts';

let api: Awaited<ReturnType<typeof startAdminApi>>;
beforeEach(async () => {
  api = await startAdminApi();
});

describe('an administrator', () => {
  it('sees everything of a member except credentials', async () => {
    await api.signIn('bunny');
    await api.action('grant-term', YEAR_2026);
    const details = await api.open();
    expect(details).toMatchObject({
      member: { username: 'bunny', status: 'active', category: 'ordinary', hasPassword: true, version: 2 },
      terms: [{ type: 'professional', endDate: '2027-01-01', accessMethod: 'granted' }],
      liveSessions: 1,
    });
    const { salt, passwordHash, paymentReference } = await api.operator.findMember('bunny');
    for (const secret of [salt, passwordHash, paymentReference])
      expect(JSON.stringify(details)).not.toContain(secret);
  });

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

  it('is not named in the history that a member sees', async () => {
    await api.action('set-category', { category: 'honorary' });
    const historyOf = async (token: string) => (await api.get('/user/history', { token })).body.data.items;
    const theirs = await historyOf((await api.signIn('bunny')).body.token);
    expect(theirs).toContainEqual(
      expect.objectContaining({
        action: 'set-category',
        by: 'administrator',
        reason: 'As the board decided',
      }),
    );
    expect(JSON.stringify(theirs)).not.toContain('utah_teapot');
    expect(await historyOf(api.token)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'grant-admin', by: 'operator' }),
        expect.objectContaining({ action: 'sign-in', by: 'member' }),
      ]),
    );
  });
});
