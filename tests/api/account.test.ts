import { beforeEach, describe, expect, it } from 'vitest';
import { finishDeletions, listErasures } from '../../functions/account/delete-account.ts';
import { listSessions, sessionRow } from '../../functions/account/sessions.ts';
import { insertSuppression } from '../../functions/mail/suppressions/recipients.ts';
import { Member } from '../../functions/members/member.ts';
import { listPaymentReviews } from '../../functions/payments/repository.ts';
import { writeRows } from '../../functions/platform/table/rows.ts';
import { tableOver } from '../../functions/platform/table/table.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { addPasskey, logInWith } from '../support/api/passkey.ts';
import { setUpApp } from '../support/api/second-factor.ts';
import { startSignedIn } from '../support/api/signed-in.ts';
import { allRows, freshTable } from '../support/table/dynamo.ts';

const MINUTE = 60_000;
const NEW_PASSWORD = 'a bunny on a Cornell box';

let api: Awaited<ReturnType<typeof startSignedIn>>;
beforeEach(async () => {
  api = await startSignedIn();
  await api.dueMails();
});

describe('POST /user/password-update', () => {
  const change = (fields: object = {}) =>
    api.post(
      '/user/password-update',
      {
        username: 'utah_teapot',
        old_password: hashed(PASSWORD, SALT),
        new_password: hashed(NEW_PASSWORD, 'new-salt-1'),
        salt: 'new-salt-1',
        ...fields,
      },
      { token: api.token },
    );

  it('changes the password, ends every session and emails the member', async () => {
    const salt = async () => (await api.post('/auth/gensalt', undefined, { token: api.token })).body.salt;
    expect(await salt()).not.toBe(await salt());
    const elsewhere = await api.tokenOf();
    const [changed] = await Promise.all([
      change(),
      ...Array.from({ length: 10 }, () => api.statusOf(api.token)),
    ]);
    expect([changed?.status, changed?.body.passkeysRemoved]).toEqual([200, false]);
    expect([await api.statusOf(api.token), await api.statusOf(elsewhere)]).toEqual([401, 401]);
    expect((await api.signIn('utah_teapot', PASSWORD)).status).toBe(401);
    expect((await api.signIn('utah_teapot', NEW_PASSWORD)).status).toBe(200);
    expect(await api.subjects()).toEqual(['Your password was changed']);
  });

  it('requires the old password, with five attempts in a quarter of an hour, the own username and no common password', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => change({ old_password: 'wrong' })));
    const wrong = replies.filter(({ status }) => status === 400);
    expect(wrong).toHaveLength(5);
    expect(wrong[0]?.body).toEqual({
      error: 'password-wrong',
      message: 'Failed to update password',
      issues: [{ path: 'old_password', message: 'The current password is wrong.' }],
    });
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
    expect((await change()).status).toBe(429);
    api.pass(MINUTE);
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    expect((await change({ username: 'bunny' })).status).toBe(403);
    const common = { new_password: hashed('12345678', 'new-salt-1') };
    expect((await change(common)).body.issues[0].path).toBe('password');
    expect((await change()).status).toBe(200);
  });
});

describe('signed-in devices', () => {
  const list = async (of = api.token) => (await api.get('/user/devices', { token: of })).body.data;

  it('can be signed out one by one or all at once, except the caller’s own and those of other members', async () => {
    const others = [await api.tokenOf(), await api.tokenOf()];
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    const bunny = await api.tokenOf('bunny');
    const [own, first] = await list();
    const [foreign] = await list(bunny);
    for (const { reference } of [first, own, foreign])
      await api.post('/user/devices', { reference }, { token: api.token });
    expect((await Promise.all(others.map(api.statusOf))).sort()).toEqual([200, 401]);
    await api.post('/user/devices', {}, { token: api.token });
    expect(await Promise.all(others.map(api.statusOf))).toEqual([401, 401]);
    expect(await list()).toHaveLength(1);
    expect(await api.statusOf(bunny)).toBe(200);
  });
});

describe('a login that was not the member’s', () => {
  /** When `api.token` was issued. */
  const loggedInAt = '2026-03-02T08:00:00.000Z';

  const report = (at: string, of = api.token) =>
    api.post('/user/secure-account', { loggedInAt: at }, { token: of });
  const moveTo = async (email: string) => {
    // One verification code a minute.
    api.pass(MINUTE);
    const name = { username: 'utah_teapot', email };
    expect((await api.call('PUT', '/userinfo', name, { token: api.token })).body.code).toBe(1);
  };
  /** The due emails, and the text of the one to the member's own address. */
  const mails = async () => {
    const due = (await api.dueMails()).toSorted((one, other) => one.to.localeCompare(other.to));
    return { addressed: due.map(({ to, subject }) => [to, subject]), text: due[0]?.text ?? '' };
  };
  /** Sets a password with the emailed code and logs in: a token, or an error. */
  const setNewPassword = async (text: string) => {
    const code = /^\d{8}$/m.exec(text)?.[0] ?? '';
    expect((await api.resetPassword('teapot@example.org', code, NEW_PASSWORD)).status).toBe(200);
    return (await api.signIn('teapot@example.org', NEW_PASSWORD)).body;
  };

  it('takes back what was added since: passkeys, factor and address, and tells the earlier address', async () => {
    const other = await api.tokenOf();
    const device = await addPasskey(api, api.token);
    await setUpApp(api, api.token);
    await moveTo('thief@example.org');
    await moveTo('thief2@example.org');
    await api.dueMails();
    expect((await report(loggedInAt)).body.email).toBe('teapot@example.org');
    expect([await api.statusOf(api.token), await api.statusOf(other)]).toEqual([401, 401]);
    expect((await api.signIn('teapot@example.org')).body.error).toBe('login-failed');
    expect((await logInWith(api, device)).status).toBe(401);
    const { addressed, text } = await mails();
    expect(addressed).toEqual([
      ['teapot@example.org', 'Set a new password for your account'],
      ['thief2@example.org', 'This email address was removed from an account'],
    ]);
    expect(text).toContain('the password, your passkeys and the two-step verification that was set up since');
    expect(text).toContain('We changed it back to this address.');
    expect(await setNewPassword(text)).toHaveProperty('token');
    // The markers of unique addresses have moved too.
    expect((await api.register({ userName: 'bunny', email: 'thief2@example.org' })).status).toBe(201);
    const again = await api.register({ userName: 'kettle', email: 'teapot@example.org' });
    expect(again.body.error).toBe('email-taken');
  });

  it('disables the account if another one has the earlier address by now, and writes there', async () => {
    await moveTo('thief@example.org');
    await api.register({ userName: 'squatter', email: 'teapot@example.org' });
    await api.dueMails();
    expect((await report(loggedInAt)).body.email).toBeNull();
    expect((await mails()).addressed).toEqual([['teapot@example.org', 'Your account is disabled']]);
    await api.post('/auth/forgetPassword', { email: 'thief@example.org' });
    expect((await mails()).addressed).toEqual([]);
  });

  it('takes back the recovery codes that were renewed since, and leaves an older second factor', async () => {
    const app = await setUpApp(api, api.token);
    api.pass(MINUTE);
    const mine = await api.tokenOf('utah_teapot', PASSWORD, { secondFactor: app.code() });
    const at = api.time.now.toISOString();
    api.pass(MINUTE);
    const action = { action: 'renew-recovery-codes', password: hashed(PASSWORD, SALT), code: app.code() };
    expect((await api.post('/user/second-factor', action, { token: mine })).status).toBe(200);
    await api.dueMails();
    expect((await report(at, mine)).status).toBe(200);
    const { text } = await mails();
    expect(text).toContain('and the recovery codes that were created since that login.');
    expect((await setNewPassword(text)).error).toBe('second-factor-needed');
    api.pass(MINUTE);
    const again = await api.tokenOf('utah_teapot', NEW_PASSWORD, { secondFactor: app.code() });
    const factor = (await api.get('/user/second-factor', { token: again })).body.data;
    expect(factor.recoveryCodesLeft).toBe(0);
  });

  it('keeps what was added more than 30 days ago, whatever login is named', async () => {
    const device = await addPasskey(api, api.token);
    await setUpApp(api, api.token);
    await moveTo('mine@example.org');
    api.pass(31 * 24 * 60 * MINUTE);
    const stolen = (await logInWith(api, device)).body.token;
    await api.dueMails();
    expect((await report(loggedInAt, stolen)).body.email).toBe('mine@example.org');
    expect((await mails()).text).not.toContain('two-step verification');
  });

  it.each<[what: string, at: string, status: number, password: string]>([
    ['a session that began with its code, whatever login it names', loggedInAt, 200, NEW_PASSWORD],
    ['a time at which nobody has logged in', '2026-03-02T07:59:59.999Z', 404, PASSWORD],
    ['a time to come', '2026-03-09T07:00:00.000Z', 404, PASSWORD],
  ])('keeps the second factor from %s', async (_what, at, status, password) => {
    const app = await setUpApp(api, api.token);
    const stolen = await api.tokenOf('utah_teapot', PASSWORD, { secondFactor: app.code() });
    await api.dueMails();
    expect((await report(at, stolen)).status).toBe(status);
    api.pass(MINUTE);
    if (status === 200) await setNewPassword((await mails()).text);
    expect((await api.signIn('utah_teapot', password)).body.error).toBe('second-factor-needed');
  });
});

describe('a member’s data', () => {
  const voided = { type: 'professional', startDate: '2026-03-02', endDate: '2028-01-01' } as const;
  const paid = { type: 'student', amountMinorUnits: 12_000, date: '2026-03-01' } as const;
  const pay = (reference: string) =>
    api.operator.recordBankTransfer('utah_teapot', { ...paid, reference }, 'On the statement');
  const grantAndVoid = async () => {
    await api.operator.grantTerm('utah_teapot', voided, 'a slip');
    api.pass(MINUTE);
    await api.operator.voidTerm('utah_teapot', 'granted twice', '2028-01-01#granted-professional');
    api.pass(MINUTE);
  };
  const remove = (fields: object = {}) =>
    api.post(
      '/user/delete-account',
      { password: hashed(PASSWORD, SALT), username: 'utah_teapot', ...fields },
      { token: api.token },
    );

  it('can be exported, without credentials', async () => {
    await grantAndVoid();
    for (const reference of ['one', 'two', 'three']) await pay(reference);
    api.pass(MINUTE);
    const { secret, recoveryCodes } = await setUpApp(api, api.token);
    await api.post('/membership/card', { action: 'create' }, { token: api.token });
    await api.post('/user/mail-preferences', { announcements: false }, { token: api.token });
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    const { body } = await api.get('/user/export', { token: api.token });
    expect(body.data).toMatchObject({
      account: {
        username: 'utah_teapot',
        email: 'teapot@example.org',
        yearOfDegree: 1975,
        activeUntil: '2028-01-01',
        cardIssuedAt: api.time.now.toISOString(),
        secondFactorAt: '2026-03-02T08:03:00.000Z',
      },
      memberships: [
        { endDate: '2028-01-01', accessMethod: 'bank-transfer' },
        { endDate: '2027-01-01', accessMethod: 'bank-transfer' },
      ],
      voidedMemberships: [{ type: 'professional', endDate: '2028-01-01', reason: 'granted twice' }],
      payments: [
        { amountMinorUnits: 12_000, currency: 'HKD', outcome: 'fulfilled' },
        { outcome: 'fulfilled' },
        { outcome: 'overpayment' },
      ],
      mail: { announcements: false, suppressedBecause: null },
      sessions: [{ current: true }],
      passkeys: [],
    });
    const numbered = { number: 'AG-000001', payer: 'Utah Teapot', affiliation: 'Kitchen of Test Models' };
    expect(body.data.receipts).toContainEqual(expect.objectContaining(numbered));
    const actions = body.data.history.map(({ by, action }: Record<string, string>) => `${action} by ${by}`);
    expect(actions).toEqual(
      expect.arrayContaining(['export-own-data by member', 'void-term by operator', 'sign-in by member']),
    );
    const { salt, passwordHash } = await api.operator.findMember('utah_teapot');
    for (const hidden of [salt, passwordHash, api.token, secret, 'sealedSecret', ...recoveryCodes])
      expect(JSON.stringify(body)).not.toContain(hidden);
    const bunny = await api.get('/user/export', { token: await api.tokenOf('bunny') });
    expect(bunny.body.data.payments).toEqual([]);
  });

  it('are exported field by field: a new one is in the file or is left out on purpose', async () => {
    const credentials = ['salt', 'passwordHash', 'cardId'];
    const saidElsewhere = ['membershipType', 'activePeriods', 'announcementsOff'];
    const { body } = await api.get('/user/export', { token: api.token });
    const { secondFactorAt, ...account } = body.data.account;
    expect([...Object.keys(account), ...credentials, ...saidElsewhere].toSorted()).toEqual(
      Object.keys(Member.shape).toSorted(),
    );
  });

  it('are deleted with password and username: only a last email still names the member', async () => {
    const address = 'teapot@example.org';
    const suppressedAt = api.time.now.toISOString();
    await insertSuppression(api.context, { address, reason: 'bounced', suppressedAt, detail: '' });
    await grantAndVoid();
    for (const reference of ['TEAPOT 1', 'TEAPOT 2', 'TEAPOT 3']) await pay(reference);
    const [overpayment] = await listPaymentReviews(api.context);
    const sentBack = { paymentId: overpayment?.paymentId ?? '', isSentBack: true };
    await api.operator.voidBankTransfer('utah_teapot', 'Sent back', sentBack);
    await addPasskey(api, api.token);
    const app = await setUpApp(api, api.token);
    const begin = { action: 'begin', password: hashed(PASSWORD, SALT), code: app.code() };
    await api.post('/user/second-factor', begin, { token: api.token });
    await api.post('/membership/card', { action: 'create' }, { token: api.token });
    const { uid } = await api.operator.findMember('utah_teapot');
    const ownKinds = async () => {
      const rows = (await allRows(api.table)).filter(({ pk }) => pk === `MEMBER#${uid}`);
      return [...new Set(rows.map(({ sk }) => String(sk).split('#')[0]))].sort();
    };
    const before = [
      'AUDIT',
      'EMAIL',
      'PASSKEY',
      'PROFILE',
      'RECEIPT',
      'SECOND-FACTOR',
      'SECOND-FACTOR-SETUP',
    ];
    expect(await ownKinds()).toEqual([...before, 'SESSION', 'TERM', 'VERIFICATION', 'VOIDED']);
    await api.dueMails();

    expect((await remove()).status).toBe(200);
    expect(await api.statusOf(api.token)).toBe(401);
    expect((await api.post('/auth/getSalt', { username: 'utah_teapot' })).status).toBe(404);
    expect(await api.dueMails()).toEqual([
      expect.objectContaining({ to: address, subject: 'Your account has been deleted' }),
    ]);
    // What was paid stays under a uid that names nobody.
    expect(await ownKinds()).toEqual(['RECEIPT', 'TERM']);
    const rows = (await allRows(api.table)).filter(({ pk }) => !/^MAIL#/.test(String(pk)));
    expect(rows.filter((row) => /teapot|Utah/i.test(JSON.stringify(row)))).toEqual([]);
    expect(rows.filter(({ sk }) => sk === 'CARD')).toEqual([]);
    expect(rows.filter(({ sk, method }) => sk === 'PAYMENT' && method === 'bank-transfer')).toHaveLength(3);
    const kept = (await api.operator.listAudit('2026-03', 100)).entries;
    expect(kept.map(({ action }) => action)).toContain('delete-account');
    expect((await api.register()).status).toBe(201);
  });

  it('are deleted whole at night after many payments, a crash and a login at the same moment', async () => {
    const table = await freshTable();
    let isDead = false;
    const dying = tableOver(table.name, async (name, input) => {
      if (isDead) throw new Error('dead');
      const output = await table.call(name, input);
      isDead = name === 'TransactWriteItems' && JSON.stringify(input).includes('"ERASURE"');
      return output;
    });
    api = await startSignedIn({}, { table: dying });
    // More rows than one transaction takes.
    for (let year = 1955; year < 2010; year += 1) {
      const transfer = { ...paid, date: `${year}-03-01`, reference: `TEAPOT ${year}` };
      await api.operator.recordBankTransfer('utah_teapot', transfer, 'On the statement');
    }
    const { uid } = await api.operator.findMember('utah_teapot');
    const [session] = await listSessions(api.context, uid);
    if (!session) throw new Error('the session is missing');
    expect((await remove()).status).toBe(200);
    expect(api.reports).toContainEqual(expect.objectContaining({ event: 'records-not-deleted', uid }));
    isDead = false;
    await writeRows(table, [sessionRow(session)]);
    const left = async () =>
      (await allRows(table)).filter(
        ({ pk, sk, ...row }) =>
          (/teapot|Utah/i.test(JSON.stringify(row)) && !/^MAIL#/.test(String(pk))) ||
          /^(SESSION|AUDIT|EMAIL)#/.test(String(sk)),
      );
    expect((await left()).length).toBeGreaterThan(100);
    await finishDeletions(api.grantedTo('do-nightly-work'));
    expect(await left()).toEqual([]);
    expect(await listErasures(api.context)).toEqual([]);
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 400],
    ['another name', { username: 'bunny' }, 403],
    ['no name', { username: '' }, 400],
  ])('are not deleted with %s', async (_what, fields, status) => {
    expect((await remove(fields)).status).toBe(status);
    expect(await api.statusOf(api.token)).toBe(200);
  });
});
