import { beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../support/api.ts';

const UNKNOWN = '99999999';
let api: Awaited<ReturnType<typeof startApi>>;
let token: string;
let uid: string;

beforeEach(async () => {
  api = await startApi();
  await api.register();
  await api.operator.grantAdmin('utah_teapot');
  token = (await api.signIn()).body.token;
  await api.register({
    userName: 'bunny',
    firstName: 'Stanford',
    lastName: 'Bunny',
    email: 'bunny@stanford.example',
  });
  ({ uid } = await api.operator.memberOf('bunny'));
});

const open = async (of = uid) => (await api.get(`/admin/get-member?uid=${of}`, { token })).body.data;
const version = async () => (await api.operator.memberOf('bunny')).version;
/** A second later than what was before, so that the log has an order. */
const act = async (path: string, fields: object = {}) => {
  api.pass(1000);
  return api.post(
    `/admin/${path}`,
    { uid, version: await version(), reason: 'As the board decided', ...fields },
    { token },
  );
};
const year2026 = { type: 'professional', startDate: '2026-03-02', endDate: '2027-01-01' };
const year2027 = { type: 'student', startDate: '2027-01-01', endDate: '2028-01-01' };
const actions = async () => (await open()).history.entries.map(({ action }: { action: string }) => action);
const activeUntil = async () => (await api.operator.memberOf('bunny')).activeUntil;

describe('finding members', () => {
  const find = async (query: string) => {
    const { data } = (await api.get(`/admin/get-members${query}`, { token })).body;
    return data.items.map(({ username }: { username: string }) => username);
  };

  it.each([
    ['', ['bunny', 'utah_teapot']],
    ['?search=BUNNY%20stanford', ['bunny']],
    ['?search=utah_', ['utah_teapot']],
    ['?search=stanford.example', ['bunny']],
    ['?search=dragon', []],
    ['?limit=1&page=2', ['utah_teapot']],
    ['?status=registered', ['bunny', 'utah_teapot']],
    ['?status=active', []],
    ['?category=fellow', []],
    ['?category=&state=', ['bunny', 'utah_teapot']],
    ['?state=disabled', []],
  ])('by %s', async (query, expected) => {
    expect(await find(query)).toEqual(expected);
  });

  it('by membership ID, and at once by what was changed', async () => {
    expect(await find(`?search=${uid}`)).toEqual(['bunny']);
    await act('set-category', { category: 'fellow' });
    await act('grant-term', year2026);
    expect(await find('?category=fellow&status=active')).toEqual(['bunny']);
  });
});

describe('a member on the desk', () => {
  it('is shown whole, without what would open the account', async () => {
    await api.signIn('bunny');
    await act('grant-term', year2026);
    expect(await open()).toMatchObject({
      member: { username: 'bunny', status: 'active', category: 'ordinary', hasPassword: true, version: 2 },
      terms: [{ type: 'professional', endDate: '2027-01-01', accessMethod: 'granted' }],
      liveSessions: 1,
    });
    const text = JSON.stringify(await open());
    const { salt, passwordHash, paymentReference } = await api.operator.memberOf('bunny');
    for (const secret of [salt, passwordHash, paymentReference]) expect(text).not.toContain(secret);
  });

  it('is not there under a number that nobody has', async () => {
    expect((await api.get(`/admin/get-member?uid=${UNKNOWN}`, { token })).status).toBe(404);
    expect((await act('grant-term', { ...year2026, uid: UNKNOWN })).status).toBe(404);
  });

  it.each([
    ['grant-term', year2026],
    ['void-term', { term: '2027-01-01#granted-professional' }],
    ['correct-term', { term: '2027-01-01#granted-professional', ...year2027 }],
    [
      'record-transfer',
      { type: 'student', amountMinorUnits: 12_000, date: '2026-03-01', reference: 'BUNNY' },
    ],
    ['set-state', { state: 'disabled' }],
    ['set-category', { category: 'honorary' }],
    ['add-conference', { name: 'Pacific Graphics', venue: 'Taipei', date: '2025' }],
    ['remove-conference', { id: 'x' }],
  ])('is not changed by %s without a reason, or as it no longer is', async (path, fields) => {
    expect((await act(path, { ...fields, reason: '  ' })).body.issues).toEqual([
      { path: 'reason', message: 'is required' },
    ]);
    const late = await act(path, { ...fields, version: (await version()) - 1 });
    expect({ status: late.status, message: late.body.message }).toEqual({
      status: 409,
      message: 'This member was changed meanwhile. Look again, then decide.',
    });
    expect(await actions()).toEqual(expect.not.arrayContaining([path]));
  });
});

describe('terms by hand', () => {
  it('are granted, corrected and voided; nothing is lost, and the expiry is what remains', async () => {
    await act('grant-term', year2026);
    await act('grant-term', year2027);
    expect(await activeUntil()).toBe('2028-01-01');
    const [latest] = (await open()).terms;
    expect(
      (await act('correct-term', { term: latest.reference, ...year2027, type: 'professional' })).status,
    ).toBe(200);
    const [corrected] = (await open()).terms;
    expect(corrected).toMatchObject({ type: 'professional', endDate: '2028-01-01', accessMethod: 'granted' });
    expect((await act('void-term', { term: corrected.reference, reason: 'Paid twice' })).status).toBe(200);
    expect(await activeUntil()).toBe('2027-01-01');
    const file = await open();
    expect(file.terms).toMatchObject([{ endDate: '2027-01-01' }]);
    expect(file.voidedTerms).toMatchObject([
      { type: 'professional', voidedBy: 'utah_teapot', reason: 'Paid twice' },
      { type: 'student', voidedBy: 'utah_teapot', reason: 'As the board decided' },
    ]);
    expect(await actions()).toEqual(
      expect.arrayContaining(['void-term', 'correct-term', 'grant-term', 'grant-term']),
    );
    await act('void-term', { term: file.terms[0].reference });
    expect(await activeUntil()).toBe('');
    expect((await act('grant-term', year2026)).status).toBe(200);
  });

  it.each([
    ['2026-03-02', '2027-01-02'],
    ['2027-01-01', '2027-01-01'],
    ['2027-02-01', '2027-01-01'],
  ])('do not run from %s to %s', async (startDate, endDate) => {
    const reply = await act('grant-term', { type: 'student', startDate, endDate });
    expect(reply.body.issues).toEqual([{ path: 'endDate', message: 'is not a 1 January after the start' }]);
  });

  it('are granted once by a double click', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => act('grant-term', year2026)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(5);
    expect((await open()).terms).toHaveLength(1);
    expect((await actions()).filter((action: string) => action === 'grant-term')).toHaveLength(1);
  });

  it('are corrected by one of two administrators at once', async () => {
    await act('grant-term', year2026);
    const [{ reference }] = (await open()).terms;
    const to = (endDate: string) => act('correct-term', { term: reference, ...year2026, endDate });
    const replies = await Promise.all([to('2028-01-01'), to('2029-01-01'), to('2030-01-01')]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const { terms, voidedTerms, member } = await open();
    expect([terms.length, voidedTerms.length]).toEqual([1, 1]);
    expect(member.activeUntil).toBe(terms[0].endDate);
  });

  it('are not voided on an expiry that somebody else changed meanwhile', async () => {
    await act('grant-term', year2026);
    const { terms } = api.ports;
    const { of } = terms;
    terms.of = async (whose) => {
      terms.of = of;
      const seen = await of(whose);
      await act('grant-term', year2027);
      return seen;
    };
    expect((await act('void-term', { term: '2027-01-01#granted-professional' })).status).toBe(409);
    expect(await activeUntil()).toBe('2028-01-01');
    expect((await open()).terms).toHaveLength(2);
  });

  it('that are not there cannot be voided', async () => {
    expect((await act('void-term', { term: '2027-01-01#granted-professional' })).status).toBe(404);
  });
});

describe('a bank transfer', () => {
  const transfer = (fields: object = {}) =>
    act('record-transfer', {
      type: 'professional',
      amountMinorUnits: 36_000,
      date: '2026-03-01',
      reference: 'FPS 0301 BUNNY',
      ...fields,
    });

  it('becomes a term as a payment does, and counts once however often it is recorded', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => transfer()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await transfer({ reference: 'fps  0301 bunny' })).body.message).toBe(
      'This transfer is recorded already',
    );
    const { terms, payments, member } = await open();
    expect(terms).toMatchObject([
      {
        accessMethod: 'bank-transfer',
        receiptNumber: 'AG-000001',
        transactionDate: '2026-03-01',
        startDate: '2026-03-01',
        endDate: '2027-01-01',
      },
    ]);
    expect(payments).toMatchObject([{ amountMinorUnits: 36_000, currency: 'HKD', outcome: 'fulfilled' }]);
    expect(member.activeUntil).toBe('2027-01-01');
  });

  it('extends a year, then waits for the treasurer', async () => {
    await transfer();
    expect((await transfer({ reference: 'second' })).body.data).toEqual({ outcome: 'fulfilled' });
    expect(await activeUntil()).toBe('2028-01-01');
    expect((await transfer({ reference: 'third' })).body.data).toEqual({ outcome: 'surplus' });
    expect(await activeUntil()).toBe('2028-01-01');
    expect((await actions()).filter((action: string) => action === 'record-bank-transfer')).toHaveLength(3);
  });

  it.each([
    [{ date: '2026-03-03' }, 'date'],
    [{ amountMinorUnits: 0 }, 'amountMinorUnits'],
    [{ amountMinorUnits: 1.5 }, 'amountMinorUnits'],
    [{ reference: '' }, 'reference'],
  ])('is not %j', async (fields, path) => {
    const reply = await transfer(fields);
    expect([reply.status, reply.body.issues[0].path]).toEqual([400, path]);
  });
});

describe('an account', () => {
  it('is disabled with the end of every session, and enabled again', async () => {
    const theirs = (await api.signIn('bunny')).body.token;
    expect((await act('set-state', { state: 'disabled' })).status).toBe(200);
    expect((await api.get('/userinfo', { token: theirs })).status).toBe(401);
    expect((await api.signIn('bunny')).status).toBe(403);
    await act('set-state', { state: 'active' });
    expect((await api.signIn('bunny')).status).toBe(200);
    expect(await actions()).toEqual(expect.arrayContaining(['enable', 'disable']));
  });

  it('is never disabled by its owner', async () => {
    const own = await api.operator.memberOf('utah_teapot');
    const reply = await act('set-state', { uid: own.uid, version: own.version, state: 'disabled' });
    expect([reply.status, reply.body.message]).toEqual([403, 'Nobody can disable their own account']);
    expect((await api.get('/userinfo', { token })).status).toBe(200);
  });

  it('gets its category, which the member cannot change', async () => {
    await act('set-category', { category: 'honorary' });
    expect((await open()).member.category).toBe('honorary');
    expect(
      (await open()).history.entries.find(({ action }: { action: string }) => action === 'set-category'),
    ).toMatchObject({
      by: 'utah_teapot',
      details: { categoryBefore: 'ordinary', category: 'honorary' },
      reason: 'As the board decided',
    });
  });
});

describe('conference records', () => {
  const pacific = { name: 'Pacific Graphics 2025', venue: 'Taipei', date: 'October 14, 2025' };

  it('are added once, seen by the member, and removed', async () => {
    expect((await act('add-conference', pacific)).status).toBe(200);
    expect((await act('add-conference', pacific)).status).toBe(409);
    const [{ id }] = (await open()).conferences;
    const theirs = (await api.signIn('bunny')).body.token;
    expect((await api.get('/conference/get-conferences', { token: theirs })).body).toMatchObject([pacific]);
    expect((await act('remove-conference', { id })).status).toBe(200);
    expect((await act('remove-conference', { id })).status).toBe(404);
    expect((await open()).conferences).toEqual([]);
  });

  it.each([{ link: 'javascript:alert(1)' }, { name: '' }])('are not %j', async (fields) => {
    expect((await act('add-conference', { ...pacific, ...fields })).status).toBe(400);
  });
});

describe('the log', () => {
  it('is read by administrators month by month, with names', async () => {
    await act('set-category', { category: 'honorary' });
    const { entries } = (await api.get('/admin/get-audit?month=2026-03', { token })).body.data;
    expect(entries[0]).toMatchObject({
      action: 'set-category',
      by: 'utah_teapot',
      about: { uid, username: 'bunny' },
    });
    expect((await api.get('/admin/get-audit?month=2026-02', { token })).body.data.entries).toEqual([]);
    expect((await api.get('/admin/get-audit?month=2026-13', { token })).status).toBe(400);
  });

  it('shows members what was done to them, and not which administrator did it', async () => {
    await act('set-category', { category: 'honorary' });
    const theirs = (await api.signIn('bunny')).body.token;
    const { entries } = (await api.get('/user/history', { token: theirs })).body.data;
    expect(entries).toMatchObject([
      { action: 'set-category', by: 'administrator', reason: 'As the board decided' },
    ]);
    expect(JSON.stringify(entries)).not.toContain('utah_teapot');
    const own = (await api.get('/user/history', { token })).body.data.entries;
    expect(own).toMatchObject([{ action: 'grant-admin', by: 'operator' }]);
  });
});
