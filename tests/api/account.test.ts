import { beforeEach, describe, expect, it } from 'vitest';
import { finishDeletions } from '../../functions/account/delete-records.ts';
import { OPERATOR } from '../../functions/audit/audit.ts';
import { voidTerm } from '../../functions/memberships/change-terms.ts';
import { writeRows } from '../../functions/platform/table/rows.ts';
import { tableOver } from '../../functions/platform/table/table.ts';
import { startApi } from '../support/api/api.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { officeActions } from '../support/api/office.ts';
import { addPasskey, challengeToLogIn, finishLogIn, logInWith } from '../support/api/passkey.ts';
import { preparedOnce } from '../support/api/prepared-once.ts';
import { setUpApp } from '../support/api/second-factor.ts';
import { allRows, freshTable } from '../support/table/dynamo.ts';

const MINUTE = 60_000;
const NEW_PASSWORD = 'a bunny on a Cornell box';

let api: Awaited<ReturnType<typeof startApi>>;
let token: string;
const prepare = preparedOnce(async (registered) => {
  await registered.register();
  await registered.dueMails();
  return String((await registered.signIn()).body.token);
});
beforeEach(async () => {
  api = await startApi();
  token = await prepare(api);
});

/** As earlier versions stored what an administrator wrote about a member. */
const addNoteOfEarlierVersion = async (uid: string, at: string, text: string) => {
  const id = `${at}#${'0'.repeat(32)}`;
  await writeRows(api.table, [{ pk: `MEMBER#${uid}`, sk: `NOTE#${id}`, id, at, author: 'bunny', text }]);
};

const status = async (with_: string) => (await api.get('/userinfo', { token: with_ })).status;

describe('POST /user/password-update', () => {
  const change = (fields: object = {}, with_ = token) =>
    api.post(
      '/user/password-update',
      {
        username: 'utah_teapot',
        old_password: hashed(PASSWORD, SALT),
        new_password: hashed(NEW_PASSWORD, 'new-salt-1'),
        salt: 'new-salt-1',
        ...fields,
      },
      { token: with_ },
    );

  it('changes the password, ends every session and emails the member', async () => {
    const elsewhere = (await api.signIn()).body.token;
    expect((await change()).status).toBe(200);
    expect([await status(token), await status(elsewhere)]).toEqual([401, 401]);
    expect((await api.signIn('utah_teapot', PASSWORD)).status).toBe(401);
    expect((await api.signIn('utah_teapot', NEW_PASSWORD)).status).toBe(200);
    expect((await api.dueMails()).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });

  it('rejects a request of the old session that starts after the change', async () => {
    const replies = await Promise.all([
      change(),
      ...Array.from({ length: 10 }, () => api.get('/userinfo', { token })),
    ]);
    expect(replies[0]?.status).toBe(200);
    expect(await status(token)).toBe(401);
  });

  it('rejects the username of another member with 403 and changes nothing', async () => {
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    expect((await change({ username: 'bunny' })).status).toBe(403);
    expect((await api.signIn('bunny')).status).toBe(200);
    expect(await status(token)).toBe(200);
  });

  it('requires the old password, with five attempts in a quarter of an hour', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => change({ old_password: 'wrong' })));
    const wrong = replies.filter(({ status: is }) => is === 400);
    expect(wrong).toHaveLength(5);
    expect(wrong[0]?.body).toEqual({
      error: 'password-wrong',
      message: 'Failed to update password',
      issues: [{ path: 'old_password', message: 'The current password is wrong.' }],
    });
    expect(replies.filter(({ status: is }) => is === 429)).toHaveLength(15);
    expect((await change()).status).toBe(429);
    api.pass(MINUTE);
    expect((await change()).status).toBe(200);
  });

  it('rejects a common password', async () => {
    const reply = await change({ new_password: hashed('12345678', 'new-salt-1') });
    expect(reply.status).toBe(400);
    expect(reply.body.issues[0].path).toBe('password');
    expect(await status(token)).toBe(200);
  });

  it('accepts one of two simultaneous changes', async () => {
    const replies = await Promise.all([
      change(),
      change({ new_password: hashed('another one', 'new-salt-1') }),
    ]);
    expect(replies.filter(({ status: is }) => is === 200)).toHaveLength(1);
  });

  it('gives a fresh salt to a member only', async () => {
    const [one, two] = [
      await api.post('/auth/gensalt', undefined, { token }),
      await api.post('/auth/gensalt', undefined, { token }),
    ];
    expect(one.body.salt).not.toBe(two.body.salt);
    expect((await api.post('/auth/gensalt')).status).toBe(401);
  });
});

describe('signed-in devices', () => {
  const list = async (with_ = token) => (await api.get('/user/devices', { token: with_ })).body.data;

  it('are listed with browser, network and times, the caller’s own first', async () => {
    api.pass(MINUTE);
    await api.signIn('utah_teapot', PASSWORD, {
      address: '2001:db8:1:2::7',
      rememberMe: true,
      headers: { 'user-agent': 'Teapot/1.0' },
    });
    const devices = await list();
    expect(devices).toEqual([
      expect.objectContaining({ current: true, network: '203.0.113.7', remembered: false }),
      {
        reference: expect.stringMatching(/^[0-9a-f]{16}$/),
        current: false,
        signedInAt: '2026-03-02T08:01:00.000Z',
        lastSeenAt: '2026-03-02T08:01:00.000Z',
        remembered: true,
        browser: 'Teapot/1.0',
        network: '2001:db8:1:2::/64',
      },
    ]);
  });

  it('can be signed out one by one or all at once, except the caller’s own', async () => {
    const others = [(await api.signIn()).body.token, (await api.signIn()).body.token];
    const [own, first] = await list();
    await api.post('/user/devices', { reference: first.reference }, { token });
    expect((await Promise.all(others.map(status))).sort()).toEqual([200, 401]);
    await api.post('/user/devices', { reference: own.reference }, { token });
    expect(await status(token)).toBe(200);
    await api.post('/user/devices', {}, { token });
    expect(await Promise.all(others.map(status))).toEqual([401, 401]);
    expect(await list()).toHaveLength(1);
  });

  it('of other members can neither be seen nor signed out', async () => {
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    const bunny = (await api.signIn('bunny')).body.token;
    const [device] = await list(bunny);
    await api.post('/user/devices', { reference: device.reference }, { token });
    await api.post('/user/devices', {}, { token });
    expect(await status(bunny)).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  it('do not include expired sessions', async () => {
    api.pass(2 * 60 * MINUTE);
    token = (await api.signIn()).body.token;
    expect(await list()).toHaveLength(1);
  });
});

describe('a login that was not the member’s', () => {
  /** When `token` was issued. */
  const loggedInAt = '2026-03-02T08:00:00.000Z';

  const logins = async (of: string) => {
    const { items } = (await api.get('/user/history', { token: of })).body.data;
    return items.filter(({ action }: { action: string }) => action === 'sign-in');
  };

  it('stands in the history with browser and network, for 180 days', async () => {
    const headers = { 'user-agent': 'Firefox/147.0' };
    api.pass(MINUTE);
    await api.signIn('utah_teapot', PASSWORD, { address: '143.89.0.1', headers });
    expect(await logins(token)).toMatchObject([
      { by: 'member', details: { browser: 'Firefox/147.0', network: '143.89.0.1' } },
      { by: 'member', details: { browser: '' } },
    ]);
    const { uid } = await api.operator.findMember('utah_teapot');
    const rows = (await allRows(api.table)).filter(
      ({ pk, sk }) => pk === `MEMBER#${uid}` && String(sk).startsWith('AUDIT#'),
    );
    expect(rows).toHaveLength(2);
    const last = api.time.now.getTime() / 1000 + 180 * 86_400;
    expect(rows.map(({ expiresAt }) => expiresAt)).toEqual([last - 60, last]);
  });

  it('can be reported: every session ends, the password is gone, and the emailed code sets a new one', async () => {
    const other = (await api.signIn()).body.token;
    expect((await api.post('/user/secure-account', { loggedInAt }, { token })).status).toBe(200);
    for (const ended of [token, other])
      expect((await api.get('/userinfo', { token: ended })).status).toBe(401);
    expect((await api.signIn()).body.error).toBe('login-failed');
    const code = await api.codeFor('teapot@example.org');
    expect((await api.resetPassword('teapot@example.org', code, 'a bunny in a box')).status).toBe(200);
    expect((await api.signIn('utah_teapot', 'a bunny in a box')).status).toBe(200);
  });

  const report = (at: string, with_ = token) =>
    api.post('/user/secure-account', { loggedInAt: at }, { token: with_ });
  const moveTo = async (email: string, with_ = token) => {
    // One verification code a minute.
    api.pass(MINUTE);
    const name = { username: 'utah_teapot', email };
    expect((await api.call('PUT', '/userinfo', name, { token: with_ })).body.code).toBe(1);
  };
  const moreMails = async () => {
    const mails = (await api.dueMails()).toSorted((one, other) => one.to.localeCompare(other.to));
    return { addressed: mails.map(({ to, subject }) => [to, subject]), text: mails[0]?.text ?? '' };
  };
  const setNewPassword = async (text: string) => {
    const code = /^\d{8}$/m.exec(text)?.[0] ?? '';
    expect((await api.resetPassword('teapot@example.org', code, 'a bunny in a box')).status).toBe(200);
    return (await api.signIn('teapot@example.org', 'a bunny in a box')).body;
  };

  it('takes back what was added since: passkeys, factor and address, and tells the earlier address', async () => {
    await addPasskey(api, token);
    await setUpApp(api, token);
    await moveTo('thief@example.org');
    await moveTo('thief2@example.org');
    await api.dueMails();
    expect((await report(loggedInAt)).body.email).toBe('teapot@example.org');
    const { addressed, text } = await moreMails();
    expect(addressed).toEqual([
      ['teapot@example.org', 'Set a new password for your account'],
      ['thief2@example.org', 'This email address was removed from an account'],
    ]);
    expect(text).toContain('the password, your passkeys and the two-step verification that was set up since');
    expect(text).toContain('We changed it back to this address.');
    expect(await setNewPassword(text)).toHaveProperty('token');
    // The markers of unique addresses have moved too.
    expect((await api.register({ userName: 'bunny', email: 'thief2@example.org' })).status).toBe(201);
    expect((await api.register({ userName: 'kettle', email: 'teapot@example.org' })).body.error).toBe(
      'email-taken',
    );
  });

  it('disables the account if another one has the earlier address by now, and writes there', async () => {
    await moveTo('thief@example.org');
    await api.register({ userName: 'squatter', email: 'teapot@example.org' });
    await api.dueMails();
    expect((await report(loggedInAt)).body.email).toBeNull();
    expect((await moreMails()).addressed).toEqual([['teapot@example.org', 'Your account is disabled']]);
    await api.post('/auth/forgetPassword', { email: 'thief@example.org' });
    expect((await moreMails()).addressed).toEqual([]);
  });

  it('leaves the address that an administrator has set since', async () => {
    await moveTo('thief@example.org');
    api.pass(1);
    await officeActions(api.deps).editMember('utah_teapot', { email: 'new@example.org' }, 'By phone');
    token = (await api.signIn()).body.token;
    expect((await report(loggedInAt)).body.email).toBe('new@example.org');
  });

  it('takes back the recovery codes that were renewed since, and leaves an older second factor', async () => {
    const app = await setUpApp(api, token);
    api.pass(MINUTE);
    const mine = (await api.signIn('utah_teapot', PASSWORD, { secondFactor: app.code() })).body.token;
    const at = api.time.now.toISOString();
    api.pass(MINUTE);
    const given = { password: hashed(PASSWORD, SALT), code: app.code() };
    const action = { action: 'renew-recovery-codes', ...given };
    expect((await api.post('/user/second-factor', action, { token: mine })).status).toBe(200);
    await api.dueMails();
    expect((await report(at, mine)).status).toBe(200);
    const { text } = await moreMails();
    expect(text).toContain('and the recovery codes that were created since that login.');
    expect((await setNewPassword(text)).error).toBe('second-factor-needed');
    api.pass(MINUTE);
    const again = await api.signIn('utah_teapot', 'a bunny in a box', { secondFactor: app.code() });
    const { recoveryCodesLeft } = (await api.get('/user/second-factor', { token: again.body.token })).body
      .data;
    expect(recoveryCodesLeft).toBe(0);
  });

  it.each<[what: string, at: string, status: number]>([
    ['a session that began with its code, whatever login it names', loggedInAt, 200],
    ['a time at which nobody has logged in', '2026-03-02T07:59:59.999Z', 404],
    ['a time to come', '2026-03-09T07:00:00.000Z', 404],
  ])('keeps the second factor from %s', async (_what, at, expected) => {
    const app = await setUpApp(api, token);
    const stolen = (await api.signIn('utah_teapot', PASSWORD, { secondFactor: app.code() })).body.token;
    await api.dueMails();
    expect((await report(at, stolen)).status).toBe(expected);
    api.pass(MINUTE);
    if (expected === 200) await setNewPassword((await moreMails()).text);
    const { error } = (await api.signIn('utah_teapot', expected === 200 ? 'a bunny in a box' : PASSWORD))
      .body;
    expect(error).toBe('second-factor-needed');
  });

  it('takes the second factor back for an owner who logged in with a passkey since', async () => {
    const device = await addPasskey(api, token);
    await setUpApp(api, token);
    api.pass(MINUTE);
    const own = (await logInWith(api, device)).body.token;
    await api.dueMails();
    expect((await report(loggedInAt, own)).status).toBe(200);
    expect(await setNewPassword((await moreMails()).text)).toHaveProperty('token');
  });

  it('keeps what was added more than 30 days ago, whatever login is named', async () => {
    const device = await addPasskey(api, token);
    await setUpApp(api, token);
    await moveTo('mine@example.org');
    api.pass(31 * 24 * 60 * MINUTE);
    const answer = await device.use(await challengeToLogIn(api));
    const stolen = (await finishLogIn(api, answer)).body.token;
    await api.dueMails();
    expect((await report(loggedInAt, stolen)).body.email).toBe('mine@example.org');
    const { text } = await moreMails();
    expect(text).not.toContain('two-step verification');
  });

  it('two reports at once: one wins, the other is told that the account has changed', async () => {
    const replies = await Promise.all(
      [0, 1].map(() => api.post('/user/secure-account', { loggedInAt }, { token })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a member’s data', () => {
  const term = { type: 'student', startDate: '2026-03-02', endDate: '2027-01-01' } as const;

  it('includes receipts and payments, also those that an administrator has to look at', async () => {
    const transfer = { type: 'student', amountMinorUnits: 12_000, date: '2026-03-01' } as const;
    for (const reference of ['one', 'two', 'three'])
      await api.operator.recordBankTransfer('utah_teapot', { ...transfer, reference }, 'On the statement');
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    const exported = async (of: string) => (await api.get('/user/export', { token: of })).body.data;
    const { receipts, payments } = await exported(token);
    expect(receipts).toContainEqual(
      expect.objectContaining({
        number: 'AG-000001',
        payer: 'Utah Teapot',
        affiliation: 'Kitchen of Test Models',
      }),
    );
    expect(payments).toContainEqual(
      expect.objectContaining({ amountMinorUnits: 12_000, currency: 'HKD', outcome: 'fulfilled' }),
    );
    const outcomes = payments.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual(['fulfilled', 'fulfilled', 'overpayment']);
    expect((await exported((await api.signIn('bunny')).body.token)).payments).toEqual([]);
  });

  it('includes the notes of an earlier version, the latest first, without their author', async () => {
    const { uid } = await api.operator.findMember('utah_teapot');
    await addNoteOfEarlierVersion(uid, '2026-01-31T00:00:00.000Z', 'Asked for an invoice');
    await addNoteOfEarlierVersion(uid, '2026-02-01T00:00:00.000Z', 'Called back');
    expect((await api.get('/user/export', { token })).body.data.notes).toEqual([
      { at: '2026-02-01T00:00:00.000Z', text: 'Called back' },
      { at: '2026-01-31T00:00:00.000Z', text: 'Asked for an invoice' },
    ]);
  });

  it('can be exported, without credentials', async () => {
    api.pass(MINUTE);
    await api.operator.grantTerm('utah_teapot', term, 'a test');
    api.pass(MINUTE);
    await api.operator.grantTerm(
      'utah_teapot',
      { ...term, type: 'professional', endDate: '2028-01-01' },
      'a slip',
    );
    const { uid, version } = await api.operator.findMember('utah_teapot');
    api.pass(MINUTE);
    const action = { actor: OPERATOR, uid, version, reason: 'granted twice' };
    await voidTerm(api.deps, action, '2028-01-01#granted-professional');
    api.pass(MINUTE);
    expect((await api.get('/user/export', { token })).body.data.account.cardIssuedAt).toBe('');
    await api.post('/membership/card', { action: 'create' }, { token });
    await api.post('/user/mail-preferences', { announcements: false }, { token });
    const reply = await api.get('/user/export', { token });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({
      account: {
        username: 'utah_teapot',
        email: 'teapot@example.org',
        yearOfDegree: 1975,
        activeUntil: '2027-01-01',
        cardIssuedAt: api.time.now.toISOString(),
      },
      memberships: [{ type: 'student', endDate: '2027-01-01', accessMethod: 'granted' }],
      voidedMemberships: [{ type: 'professional', endDate: '2028-01-01', reason: 'granted twice' }],
      history: [
        { by: 'member', action: 'export-own-data' },
        { by: 'member', action: 'export-own-data' },
        { by: 'operator', action: 'void-term', reason: 'granted twice' },
        { by: 'operator', action: 'grant-term', reason: 'a slip' },
        { by: 'operator', action: 'grant-term', reason: 'a test' },
        { by: 'member', action: 'sign-in' },
      ],
      mail: { announcements: false, suppressedBecause: null },
      sessions: [{ current: true }],
      passkeys: [],
    });
    const text = JSON.stringify(reply.body);
    const { salt, passwordHash } = await api.operator.findMember('utah_teapot');
    for (const secret of [salt, passwordHash, token]) expect(text).not.toContain(secret);
  });

  const remove = (fields: object = {}) =>
    api.post(
      '/user/delete-account',
      { password: hashed(PASSWORD, SALT), username: 'utah_teapot', ...fields },
      { token },
    );

  it('are deleted with password and username: only a last email still names the member', async () => {
    const suppressedAt = api.time.now.toISOString();
    await api.deps.suppressions.suppress({
      address: 'teapot@example.org',
      reason: 'bounced',
      suppressedAt,
      detail: '',
    });
    await api.operator.grantTerm('utah_teapot', term, 'a test');
    const past = { type: 'student', startDate: '2024-01-01', endDate: '2025-01-01' } as const;
    await api.operator.grantTerm('utah_teapot', past, 'a test');
    await api.operator.voidTerm('utah_teapot', '2025-01-01#granted-student', 'No student any more');
    const transfer = { type: 'student', amountMinorUnits: 12_000, date: '2026-03-01' } as const;
    for (const reference of ['TEAPOT 1', 'TEAPOT 2', 'TEAPOT 3'])
      await api.operator.recordBankTransfer('utah_teapot', { ...transfer, reference }, 'On the statement');
    const [overpayment] = await api.deps.payments.listForReview();
    await api.operator.voidBankTransfer(
      'utah_teapot',
      { paymentId: overpayment?.paymentId ?? '', isSentBack: true },
      'Sent back',
    );
    const isVoided = ({ sk }: Record<string, unknown>) => String(sk).startsWith('VOIDED#');
    expect((await allRows(api.table)).filter(isVoided).length).toBeGreaterThan(0);
    expect((await remove()).status).toBe(200);
    expect(await status(token)).toBe(401);
    expect((await api.post('/auth/getSalt', { username: 'utah_teapot' })).status).toBe(404);
    expect(await api.dueMails()).toContainEqual(
      expect.objectContaining({ to: 'teapot@example.org', subject: 'Your account has been deleted' }),
    );

    const rows = await allRows(api.table);
    const naming = rows
      .filter(({ pk }) => !/^MAIL#/.test(String(pk)))
      .filter((row) => /teapot|Utah/i.test(JSON.stringify(row)));
    expect(naming).toEqual([]);
    expect(rows.filter(isVoided)).toEqual([]);
    expect(rows.filter(({ sk }) => String(sk).startsWith('SESSION#'))).toEqual([]);
    const stored = rows.filter(({ sk }) => String(sk).startsWith('TERM#'));
    expect(stored).toHaveLength(2);
    const transfers = rows.filter(({ sk, method }) => sk === 'PAYMENT' && method === 'bank-transfer');
    expect(transfers).toHaveLength(3);
    expect(await api.deps.payments.listForReview()).toMatchObject([{ bankReference: '' }]);
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
    api = await startApi({}, { table: dying });
    await api.register();
    token = (await api.signIn()).body.token;
    // More rows than one transaction takes.
    for (let year = 1955; year < 2010; year += 1) {
      const transfer = { type: 'student', amountMinorUnits: 12_000, date: `${year}-03-01` } as const;
      const reference = `TEAPOT ${year}`;
      await api.operator.recordBankTransfer('utah_teapot', { ...transfer, reference }, 'On the statement');
    }
    const { uid } = await api.operator.findMember('utah_teapot');
    await addNoteOfEarlierVersion(uid, '2026-02-01T00:00:00.000Z', 'Likes the blue teapot');
    const [session] = await api.deps.sessions.listSessions(uid);
    if (!session) throw new Error('the session is missing');
    expect((await remove()).status).toBe(200);
    expect(api.reports).toContainEqual(expect.objectContaining({ event: 'records-not-deleted', uid }));
    isDead = false;
    await api.deps.sessions.insertSession(session);
    const left = async () =>
      (await allRows(table)).filter(
        ({ pk, sk, ...row }) =>
          (/teapot|Utah/i.test(JSON.stringify(row)) && !/^MAIL#/.test(String(pk))) ||
          /^(SESSION|AUDIT|NOTE|EMAIL)#/.test(String(sk)),
      );
    expect((await left()).length).toBeGreaterThan(100);
    await finishDeletions(api.repositoriesOf('do-nightly-work'));
    expect(await left()).toEqual([]);
    expect(await api.deps.erasures.listUids()).toEqual([]);
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 400],
    ['another name', { username: 'bunny' }, 403],
    ['no name', { username: '' }, 400],
  ])('are not deleted with %s', async (_what, fields, expected) => {
    expect((await remove(fields)).status).toBe(expected);
    expect(await status(token)).toBe(200);
  });
});

describe('GET /admin/check-admin', () => {
  it('reads the role from the member’s row on every call', async () => {
    const isAdmin = async () => (await api.get('/admin/check-admin', { token })).body;
    expect(await isAdmin()).toEqual({ isAdmin: 0 });
    await api.operator.grantAdmin('utah_teapot');
    expect(await isAdmin()).toEqual({ isAdmin: 1 });
    await api.operator.revokeAdmin('utah_teapot');
    expect(await isAdmin()).toEqual({ isAdmin: 0 });
  });
});
