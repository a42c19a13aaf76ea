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
  reference: 'FPS 0301 BUNNY',
};
const CONFERENCE = { name: 'PG 2025', venue: 'Taipei', date: 'October 2025', link: 'https://pg.example' };

const send = async (body: object, token = api.token, path = '/admin/member') => {
  api.pass(1000);
  const reply = await api.post(path, body, { token });
  return { status: reply.status, data: reply.body.data, error: reply.body.error };
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
const paymentId = async () => (await api.open()).payments[0].paymentId;
const firstTerm = async () => (await api.open()).terms[0].reference;
/** An administrator whose address is another one. */
async function signInDragon(): Promise<string> {
  await api.register({ userName: 'dragon', email: 'dragon@example.org' });
  await api.operator.grantAdmin('dragon');
  return (await api.signIn('dragon')).body.token;
}

interface Case {
  action: string;
  prepare?: () => Promise<unknown>;
  fields?: () => object | Promise<object>;
  outcome: object;
}

const ADDED = {
  email: 'armadillo@example.org',
  firstName: 'Armadillo',
  lastName: 'Scan',
  category: 'ordinary',
  emailVerified: true,
  isInvited: false,
  reason: 'Asked by letter',
};
const add = (fields: object = {}) => send({ ...ADDED, ...fields }, api.token, '/admin/add-member');
const uninvited = async () => (await add()).data.uid;

const CASES: Case[] = [
  { action: 'invite', outcome: { outcome: 'invited' } },
  {
    action: 'record-bank-transfer',
    fields: () => TRANSFER,
    outcome: { outcome: 'fulfilled', transfer: { validUntil: '2027-01-01' } },
  },
  {
    action: 'correct-bank-transfer',
    prepare: async () =>
      send(
        await call('record-bank-transfer', { ...TRANSFER, amountMinorUnits: 3600, reference: 'FPS 0103' }),
      ),
    fields: async () => ({ ...TRANSFER, paymentId: await paymentId() }),
    outcome: { outcome: 'fulfilled', transfer: { validUntil: '2027-01-01' } },
  },
  {
    action: 'void-bank-transfer',
    prepare: async () => send(await call('record-bank-transfer', TRANSFER)),
    fields: async () => ({ paymentId: await paymentId(), isSentBack: false }),
    outcome: { outcome: 'voided' },
  },
  { action: 'edit', fields: () => ({ country: 'Japan' }), outcome: { outcome: 'edited' } },
  { action: 'grant-term', fields: () => YEAR_2026, outcome: { outcome: 'granted' } },
  {
    action: 'correct-term',
    prepare: async () => send(await call('grant-term', YEAR_2026)),
    fields: async () => ({ ...YEAR_2027, term: await firstTerm() }),
    outcome: { outcome: 'corrected' },
  },
  {
    action: 'void-term',
    prepare: async () => send(await call('grant-term', YEAR_2026)),
    fields: async () => ({ term: await firstTerm() }),
    outcome: { outcome: 'voided' },
  },
  { action: 'verify-email', outcome: { outcome: 'verified' } },
  { action: 'set-state', fields: () => ({ state: 'disabled' }), outcome: { outcome: 'disabled' } },
  { action: 'set-category', fields: () => ({ category: 'fellow' }), outcome: { outcome: 'fellow' } },
];

describe('an action on a member whose reply was lost', () => {
  for (const { action, prepare, fields, outcome } of CASES)
    it(`is done once, and succeeds again: ${action}`, async () => {
      const target = action === 'invite' ? { uid: await uninvited(), version: 1 } : {};
      await prepare?.();
      const body = await call(action, { ...(await fields?.()), ...target });
      const first = await send(body);
      expect(first).toEqual({ status: 200, data: outcome, error: undefined });
      const done = await traces();
      expect(await send(body)).toEqual(first);
      // The screen may have read the member again in between.
      expect(await send({ ...body, version: body.version + 1 })).toEqual(first);
      expect(await traces()).toEqual(done);

      // Every other attempt is refused as before.
      const others = [{ attempt: randomUUID() }, { attempt: undefined }, { reason: 'Another' }];
      for (const other of others) expect((await send({ ...body, ...other })).error).toBe('member-conflict');
      const dragon = await signInDragon();
      expect((await send(body, dragon)).error).toBe('member-conflict');
      const { uid } = await api.operator.findMember('dragon');
      expect((await send({ ...body, uid, version: 0 })).error).toBe('member-conflict');
      const another = action === 'verify-email' ? 'invite' : 'verify-email';
      expect((await send({ ...body, action: another })).error).toBe('member-conflict');
    });

  it('is done once, and succeeds again, where there is no version: the record of a conference', async () => {
    const added = await call('add-conference-record', CONFERENCE);
    expect((await send(added)).data).toEqual({ outcome: 'added' });
    expect((await send(added)).data).toEqual({ outcome: 'added' });
    expect((await send({ ...added, attempt: randomUUID() })).error).toBe('conference-record-exists');
    const [{ id }] = (await api.open()).conferences;
    const removed = await call('remove-conference-record', { id });
    expect((await send(removed)).data).toEqual({ outcome: 'removed' });
    expect((await send(removed)).data).toEqual({ outcome: 'removed' });
    expect((await send({ ...removed, attempt: randomUUID() })).error).toBe('conference-record-not-found');
  });

  it('is done once by calls at the same moment, which all succeed', async () => {
    for (const body of [
      await call('record-bank-transfer', TRANSFER),
      await call('edit', { country: 'Japan' }),
    ]) {
      const { version } = await api.operator.findMember('bunny');
      const replies = await Promise.all([0, 1, 2].map(() => send({ ...body, version })));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    expect((await api.actions()).toSorted()).toEqual(['edit-member', 'record-bank-transfer']);
  });

  it('is done once, and succeeds again, where it makes no period: an overpayment', async () => {
    for (const reference of ['first', 'second'])
      await send(await call('record-bank-transfer', { ...TRANSFER, reference }));
    const body = await call('record-bank-transfer', TRANSFER);
    for (let n = 0; n < 2; n += 1)
      expect((await send(body)).data).toEqual({ outcome: 'overpayment', transfer: {} });
    expect((await send({ ...body, attempt: randomUUID() })).error).toBe('transfer-exists');
  });

  it('is previewed as what it has made: a bank transfer', async () => {
    const body = await call('record-bank-transfer', TRANSFER);
    await send(body);
    expect((await send({ ...body, isPreview: true })).data.transfer).toEqual({ validUntil: '2027-01-01' });
    // The preview of another attempt still finds the transfer on record.
    const other = await call('record-bank-transfer', { ...TRANSFER, isPreview: true });
    expect((await send(other)).error).toBe('transfer-exists');
  });

  it('is tried anew with the same attempt if it has failed', async () => {
    const body = await call('grant-term', YEAR_2026);
    expect((await send({ ...body, version: body.version - 1 })).error).toBe('member-conflict');
    expect((await send(body)).data).toEqual({ outcome: 'granted' });
  });
});

describe('a new member whose reply was lost', () => {
  it('is added and invited once, also by calls at the same moment', async () => {
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
});
