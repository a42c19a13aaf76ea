import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAdminApi, YEAR_2026, YEAR_2027 } from '../support/api/admin.ts';

let api: Awaited<ReturnType<typeof startAdminApi>>;
const start = async () => {
  api = await startAdminApi();
};

describe('a member', () => {
  beforeAll(start);

  it.each([
    ['grant-term', YEAR_2026],
    ['void-term', { term: '2027-01-01#granted-professional' }],
    ['correct-term', { term: '2027-01-01#granted-professional', ...YEAR_2027 }],
    [
      'record-bank-transfer',
      { type: 'student', amountMinorUnits: 12_000, date: '2026-03-01', reference: 'BUNNY' },
    ],
    ['edit', { firstName: 'Sir Stanford' }],
    ['verify-email', {}],
    ['set-state', { state: 'disabled' }],
    ['set-category', { category: 'honorary' }],
    ['add-conference-record', { name: 'Pacific Graphics', venue: 'Taipei', date: '2025' }],
    ['remove-conference-record', { id: 'x' }],
  ])('cannot be changed by %s without a reason, or with an outdated version', async (path, fields) => {
    expect((await api.action(path, { ...fields, reason: '  ' })).body.issues).toEqual([
      { path: 'reason', message: 'This field is required.' },
    ]);
    const late = await api.action(path, { ...fields, version: (await api.version()) - 1 });
    expect([late.status, late.body.error]).toEqual([409, 'member-conflict']);
    expect(await api.actions()).toEqual(expect.not.arrayContaining([path]));
  });
});

describe('an administrator', () => {
  beforeEach(start);

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
