import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { startAdminApi, YEAR_2026, YEAR_2027 } from '../support/api/admin.ts';
import { allRows } from '../support/table/dynamo.ts';

let api: Awaited<ReturnType<typeof startAdminApi>>;
beforeEach(async () => {
  api = await startAdminApi();
});

const TRANSFER = {
  type: 'professional',
  amountMinorUnits: 36_000,
  date: '2026-03-01',
  reference: 'FPS 0301',
};
const CONFERENCE = { name: 'PG 2025', venue: 'Taipei', date: 'October 2025', link: 'https://pg.example' };

const send = async (body: object, token = api.token, path = '/admin/member') => {
  api.pass(1000);
  const reply = await api.post(path, body, { token });
  const { data, error, issues } = reply.body;
  return { status: reply.status, data, error, issues };
};
const call = async (action: string, fields: object = {}, attempt = randomUUID()) => ({
  action,
  uid: api.uid,
  version: await api.version(),
  reason: 'As the board decided',
  attempt,
  ...fields,
});
/** What nobody may find twice: entries about the member, and emails to them. */
const traces = async () => {
  const rows = await allRows(api.table);
  return {
    entries: rows.filter(({ pk, about }) => String(pk).startsWith('AUDIT#') && about === api.uid).length,
    emails: rows.filter(({ pk, sk }) => String(pk).startsWith('MAIL#') && sk === 'MAIL').length,
  };
};
/** Prepares the member for an action on a transfer or a period, and resolves to its id. */
const transfer = async (fields: object = {}) => {
  await send(await call('record-bank-transfer', { ...TRANSFER, reference: 'FPS 0103', ...fields }));
  return (await api.open()).payments[0].paymentId;
};
const period = async () => {
  await send(await call('grant-term', YEAR_2026));
  return (await api.open()).terms[0].reference;
};
const conference = async () => {
  await send(await call('add-conference-record', CONFERENCE));
  return (await api.open()).conferences[0].id;
};

const ADDED = {
  ...{ email: 'armadillo@example.org', firstName: 'Armadillo', lastName: 'Scan', category: 'ordinary' },
  ...{ emailVerified: true, isInvited: false, reason: 'Asked by letter' },
};
const add = (fields: object = {}) => send({ ...ADDED, ...fields }, api.token, '/admin/add-member');

/** Their outcome says what became of the money. */
const RECORDED_TRANSFERS = new Set(['record-bank-transfer', 'correct-bank-transfer']);
const CASES: [action: string, fields?: () => object | Promise<object>][] = [
  ['invite', async () => ({ uid: (await add()).data.uid, version: 1 })],
  // Of the fee, it needs no reason.
  ['record-bank-transfer', () => ({ ...TRANSFER, amountMinorUnits: 3600 })],
  [
    'correct-bank-transfer',
    async () => ({ ...TRANSFER, paymentId: await transfer({ amountMinorUnits: 3600 }) }),
  ],
  ['void-bank-transfer', async () => ({ paymentId: await transfer(), isSentBack: false })],
  ['edit', () => ({ country: 'Japan' })],
  ['grant-term', () => YEAR_2026],
  ['correct-term', async () => ({ ...YEAR_2027, term: await period() })],
  ['void-term', async () => ({ term: await period() })],
  ['add-conference-record', () => CONFERENCE],
  ['remove-conference-record', async () => ({ id: await conference() })],
  ['verify-email'],
  ['set-state', () => ({ state: 'disabled' })],
  ['set-category', () => ({ category: 'fellow' })],
];

describe('an action on a member', () => {
  it.each(CASES)('needs a reason and the latest version: %s', async (action, fields) => {
    const body = await call(action, await fields?.());
    const before = await traces();
    const missing = [{ path: 'reason', message: 'This field is required.' }];
    expect((await send({ ...body, reason: '  ' })).issues).toEqual(missing);
    const late = { ...body, version: body.version - 1 };
    expect(await send(late)).toMatchObject({ status: 409, error: 'member-conflict' });
    expect(await traces()).toEqual(before);
  });
});

describe('an action on a member whose reply was lost', () => {
  for (const [action, fields] of CASES)
    it(`is done once, and succeeds again: ${action}`, async () => {
      const body = await call(action, await fields?.());
      const first = await send(body);
      const outcome = RECORDED_TRANSFERS.has(action) ? 'fulfilled' : 'changed';
      expect(first).toMatchObject({ status: 200, data: { outcome } });
      const done = await traces();
      expect(await send(body)).toEqual(first);
      // The screen may have read the member again in between.
      expect(await send({ ...body, version: body.version + 1 })).toEqual(first);
      expect(await traces()).toEqual(done);
      expect((await send({ ...body, attempt: randomUUID() })).status).toBeGreaterThanOrEqual(400);
    });

  it('is nobody else’s: any other attempt, reason, administrator, member or action is refused', async () => {
    await api.register({ userName: 'dragon', email: 'dragon@example.org' });
    await api.operator.grantAdmin('dragon');
    const { token } = (await api.signIn('dragon')).body;
    const { uid } = await api.operator.findMember('dragon');
    const body = await call('edit', { country: 'Japan' });
    expect((await send(body)).status).toBe(200);
    const others = [{ attempt: undefined }, { reason: 'Another' }, { country: 'Spain' }, { uid, version: 0 }];
    for (const other of [...others, { action: 'verify-email' }])
      expect((await send({ ...body, ...other })).error).toBe('member-conflict');
    expect((await send(body, token)).error).toBe('member-conflict');
  });

  it('is done once by calls at the same moment, which all succeed', async () => {
    const body = await call('record-bank-transfer', TRANSFER);
    const replies = await Promise.all([0, 1, 2].map(() => send(body)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await api.actions()).toEqual(['record-bank-transfer']);
  });
});

it('a new member whose reply was lost is added and invited once, also by calls at the same moment', async () => {
  const invited = { attempt: randomUUID(), isInvited: true };
  const replies = await Promise.all([0, 1, 2].map(() => add(invited)));
  replies.push(await add(invited));
  const { uid, username } = await api.operator.findMember('armadillo');
  for (const reply of replies) expect(reply).toMatchObject({ status: 200, data: { uid, username } });
  const mails = (await api.dueMails()).filter(({ to }) => to === ADDED.email);
  expect(mails).toHaveLength(1);
  for (const other of [{ attempt: randomUUID() }, { attempt: undefined }, { lastName: 'Walk' }])
    expect((await add({ ...invited, ...other })).error).toBe('email-taken');
});
