import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuditEntry, OPERATOR } from '../../functions/audit/audit.ts';
import { startAdminApi, YEAR_2026, YEAR_2027 } from '../support/api/admin.ts';

const UNKNOWN = '99999999';
let adminApi: Awaited<ReturnType<typeof startAdminApi>>;
const start = async () => {
  adminApi = await startAdminApi();
};

describe('search for members', () => {
  beforeAll(start);

  it.each([
    ['?status=registered', ['bunny', 'utah_teapot']],
    ['?category=&state=', ['bunny', 'utah_teapot']],
    ['?state=disabled', []],
    ['?cursor=bunny@stanford.example', ['utah_teapot']],
  ])('by %s', async (query, expected) => {
    const { data } = (await adminApi.get(`/admin/members${query}`, { token: adminApi.token })).body;
    expect(data.items.map(({ username }: { username: string }) => username)).toEqual(expected);
  });
});

describe('the details of a member', () => {
  beforeEach(start);

  it('have everything except credentials', async () => {
    await adminApi.signIn('bunny');
    await adminApi.action('grant-term', YEAR_2026);
    expect(await adminApi.open()).toMatchObject({
      member: { username: 'bunny', status: 'active', category: 'ordinary', hasPassword: true, version: 2 },
      terms: [{ type: 'professional', endDate: '2027-01-01', accessMethod: 'granted' }],
      liveSessions: 1,
    });
    const text = JSON.stringify(await adminApi.open());
    const { salt, passwordHash, paymentReference } = await adminApi.operator.findMember('bunny');
    for (const secret of [salt, passwordHash, paymentReference]) expect(text).not.toContain(secret);
  });

  it('are a 404 for an unknown membership ID', async () => {
    expect((await adminApi.get(`/admin/member?uid=${UNKNOWN}`, { token: adminApi.token })).status).toBe(404);
    expect((await adminApi.action('grant-term', { ...YEAR_2026, uid: UNKNOWN })).status).toBe(404);
  });
});

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
    expect((await adminApi.action(path, { ...fields, reason: '  ' })).body.issues).toEqual([
      { path: 'reason', message: 'This field is required.' },
    ]);
    const late = await adminApi.action(path, { ...fields, version: (await adminApi.version()) - 1 });
    expect([late.status, late.body.error]).toEqual([409, 'member-conflict']);
    expect(await adminApi.actions()).toEqual(expect.not.arrayContaining([path]));
  });
});

describe('an account', () => {
  beforeEach(start);

  it('is disabled with the end of every session, and enabled again', async () => {
    const theirs = (await adminApi.signIn('bunny')).body.token;
    expect((await adminApi.action('set-state', { state: 'disabled' })).status).toBe(200);
    expect((await adminApi.get('/userinfo', { token: theirs })).status).toBe(401);
    expect((await adminApi.signIn('bunny')).status).toBe(403);
    await adminApi.action('set-state', { state: 'active' });
    expect((await adminApi.signIn('bunny')).status).toBe(200);
    expect(await adminApi.actions()).toEqual(expect.arrayContaining(['enable-account', 'disable-account']));
  });

  it('cannot be disabled by its owner', async () => {
    const own = await adminApi.operator.findMember('utah_teapot');
    const reply = await adminApi.action('set-state', {
      uid: own.uid,
      version: own.version,
      state: 'disabled',
    });
    expect([reply.status, reply.body.error]).toEqual([403, 'own-account-not-allowed']);
    expect((await adminApi.get('/userinfo', { token: adminApi.token })).status).toBe(200);
  });

  it('gets its category, which the member cannot change', async () => {
    await adminApi.action('set-category', { category: 'honorary' });
    expect((await adminApi.open()).member.category).toBe('honorary');
    expect(
      (await adminApi.open()).history.items.find(
        ({ action }: { action: string }) => action === 'set-category',
      ),
    ).toMatchObject({
      by: 'administrator',
      administrator: 'utah_teapot',
      details: { categoryBefore: 'ordinary', category: 'honorary' },
      reason: 'As the board decided',
    });
  });
});

describe('conference records', () => {
  beforeEach(start);

  const pacific = { name: 'Pacific Graphics 2025', venue: 'Taipei', date: 'October 14, 2025' };

  it.each([{ link: 'javascript:alert(1)' }, { name: '' }])('are rejected with %j', async (fields) => {
    expect((await adminApi.action('add-conference-record', { ...pacific, ...fields })).status).toBe(400);
  });
});

describe('the audit log', () => {
  beforeEach(start);

  it('shows a month at a time to administrators, with names', async () => {
    await adminApi.action('set-category', { category: 'honorary' });
    const { items: entries } = (await adminApi.get('/admin/audit?month=2026-03', { token: adminApi.token }))
      .body.data;
    expect(entries[0]).toMatchObject({
      action: 'set-category',
      by: 'administrator',
      administrator: 'utah_teapot',
      about: { uid: adminApi.uid, username: 'bunny' },
    });
    expect(
      (await adminApi.get('/admin/audit?month=2026-02', { token: adminApi.token })).body.data.items,
    ).toEqual([]);
    expect((await adminApi.get('/admin/audit?month=2026-13', { token: adminApi.token })).status).toBe(400);
  });

  it('is filtered by who did it, what was done and to whom', async () => {
    await adminApi.action('set-category', { category: 'honorary' });
    const actionsOf = async (filter: Record<string, string>) => {
      const query = new URLSearchParams({ month: '2026-03', ...filter });
      const reply = await adminApi.get(`/admin/audit?${query}`, { token: adminApi.token });
      return reply.body.data.items.map(({ action }: { action: string }) => action);
    };
    expect(await actionsOf({ auditAction: 'set-category', by: 'utah_teapot' })).toEqual(['set-category']);
    expect(await actionsOf({ auditAction: 'set-category', by: 'operator' })).toEqual([]);
    expect(await actionsOf({ member: 'Bunny', auditAction: '' })).toEqual(['set-category']);
    await adminApi.action('set-category', { category: 'honorary' });
    expect(await actionsOf({ auditAction: 'set-category' })).toHaveLength(1);
    // What members do to their own accounts counts too, however their names are capitalised.
    expect(await actionsOf({ by: 'UTAH_teapot', auditAction: 'sign-in' })).toEqual(['sign-in']);
    expect(await actionsOf({ by: 'UTAH_teapot', auditAction: 'set-category' })).toEqual(['set-category']);
    expect(await actionsOf({ member: adminApi.uid })).toEqual(['set-category']);
    expect(await actionsOf({ member: 'nobody' })).toEqual([]);
  });

  it('has one view of a member by one administrator on one day, however much is done to the member on it', async () => {
    const { deps, operator, uid } = adminApi;
    let { token } = adminApi;
    const view = () => adminApi.get(`/admin/member?uid=${uid}`, { token });
    const views = async () =>
      (await operator.listAudit('2026-03', 100)).entries.filter(({ action }) => action === 'view-member');
    await Promise.all([view(), view()]);
    const entry = () => createAuditEntry(deps, { actor: OPERATOR, action: 'set-category', about: uid });
    await Promise.all(Array.from({ length: 50 }, () => deps.audit.writeEntry(entry())));
    await view();
    expect(await views()).toHaveLength(1);
    adminApi.pass(9 * 3_600_000);
    ({ token } = (await adminApi.signIn()).body);
    await view();
    expect(await views()).toHaveLength(2);
  });

  it('shows members what was done to them, without the administrator’s name', async () => {
    await adminApi.action('set-category', { category: 'honorary' });
    const theirs = (await adminApi.signIn('bunny')).body.token;
    const { items: entries } = (await adminApi.get('/user/history', { token: theirs })).body.data;
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'set-category',
        by: 'administrator',
        reason: 'As the board decided',
      }),
    );
    expect(JSON.stringify(entries)).not.toContain('utah_teapot');
    const own = (await adminApi.get('/user/history', { token: adminApi.token })).body.data.items;
    expect(own).toContainEqual(expect.objectContaining({ action: 'grant-admin', by: 'operator' }));
    expect(own).toContainEqual(expect.objectContaining({ action: 'sign-in', by: 'member' }));
  });
});
