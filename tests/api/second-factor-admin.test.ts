import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../support/api/calls.ts';
import { hashed, member, PASSWORD, SALT, writeMembers } from '../support/api/make.ts';
import { appCode, STEP, setUpApp } from '../support/api/second-factor.ts';
import { startAdministered } from '../support/api/signed-in.ts';

const MINUTE = 60_000;

async function startWith(secondFactorPolicy: 'required' | 'optional') {
  const api = await startAdministered();
  api.deps.secondFactorPolicy = secondFactorPolicy;
  return api;
}
type Administered = Awaited<ReturnType<typeof startAdministered>>;

const reasonOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const exportMembers = (api: Administered, token: string) => api.post('/admin/export-members', {}, { token });
const checkAdmin = async (api: Administered, token: string) =>
  (await api.get('/admin/check-admin', { token })).body;

describe('a required second factor for administrators', () => {
  let api: Administered;
  beforeAll(async () => {
    api = await startWith('required');
  });

  const adminCalls = calls.filter(({ access }) => access === 'admin');
  const ownCalls = calls.filter(({ access }) => access === 'member');

  it.each(adminCalls)('closes $call to an administrator without it', async ({ method, path, least }) => {
    const reply = await api.call(method, path, method === 'GET' ? undefined : least, { token: api.token });
    expect(reasonOf(reply)).toEqual([403, 'second-factor-missing']);
  });

  it.each(ownCalls)('leaves $call, of one’s own account, open', async ({ method, path, least }) => {
    const reply = await api.call(method, path, method === 'GET' ? undefined : { ...least, wrong: 1 }, {
      token: api.token,
    });
    expect([200, 400, 404]).toContain(reply.status);
  });

  it('takes effect with the setup in this session; other sessions ask for a code', async () => {
    const own = await startWith('required');
    const other: string = (await own.signIn()).body.token;
    expect(await checkAdmin(own, own.token)).toEqual({ isAdmin: 1, reason: 'second-factor-missing' });
    const app = await setUpApp(own, own.token);
    expect(await checkAdmin(own, own.token)).toEqual({ isAdmin: 1 });
    expect((await own.get('/admin/members', { token: own.token })).status).toBe(200);

    expect(await checkAdmin(own, other)).toEqual({ isAdmin: 1, reason: 'second-factor-stale' });
    expect(reasonOf(await own.get('/admin/members', { token: other }))).toEqual([403, 'second-factor-stale']);
    await own.post('/user/second-factor', { action: 'give', code: app.code() }, { token: other });
    expect((await own.get('/admin/members', { token: other })).status).toBe(200);
  });

  it('can be replaced but not turned off', async () => {
    const own = await startWith('required');
    const { token } = own;
    const app = await setUpApp(own, token);
    expect((await own.get('/user/second-factor', { token })).body.data.isRequired).toBe(true);
    const given = { password: hashed(PASSWORD, SALT), code: app.code() };
    expect(await own.post('/user/second-factor', { action: 'remove', ...given }, { token })).toMatchObject({
      status: 403,
      body: { message: 'Administrators need two-step verification.' },
    });
    const { setup } = (await own.post('/user/second-factor', { action: 'begin', ...given }, { token })).body
      .data;
    const code = appCode(setup.secret, own.time.now);
    expect((await own.post('/user/second-factor', { action: 'finish', code }, { token })).status).toBe(200);
  });

  it('does not affect members', async () => {
    const own = await startWith('required');
    await own.register({ userName: 'bunny', email: 'bunny@example.org' });
    const token: string = (await own.signIn('bunny')).body.token;
    expect(await checkAdmin(own, token)).toEqual({ isAdmin: 0 });
    expect((await own.get('/userinfo', { token })).status).toBe(200);
  });
});

describe('a recent second factor', () => {
  const fresh = calls.filter(({ freshSecondFactor }) => freshSecondFactor);

  it('is required by every call that exports addresses as a file or deletes an account', () => {
    expect(fresh.map(({ path }) => path).sort()).toEqual([
      '/admin/delete-member',
      '/admin/export-deliveries',
      '/admin/export-ledger',
      '/admin/export-members',
    ]);
  });

  it.each(['required', 'optional'] as const)(
    'is missing 15 minutes after the last code, and given by the next one (%s)',
    async (policy) => {
      const api = await startWith(policy);
      const app = await setUpApp(api, api.token);
      expect((await exportMembers(api, api.token)).status).toBe(200);
      api.pass(15 * MINUTE - STEP - 1);
      expect((await exportMembers(api, api.token)).status).toBe(200);
      api.pass(1);
      for (const { method, path } of fresh) {
        const reply = await api.call(method, path, method === 'POST' ? {} : undefined, { token: api.token });
        expect(reasonOf(reply)).toEqual([403, 'second-factor-stale']);
      }
      expect((await api.get('/admin/members', { token: api.token })).status).toBe(200);
      const wrong = await api.post(
        '/user/second-factor',
        { action: 'give', code: '000000' },
        { token: api.token },
      );
      expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'code']);
      expect((await exportMembers(api, api.token)).status).toBe(403);
      await api.post('/user/second-factor', { action: 'give', code: app.code() }, { token: api.token });
      expect((await exportMembers(api, api.token)).status).toBe(200);
    },
  );

  it('is not required from anybody without a second factor, if none is required', async () => {
    const api = await startWith('optional');
    api.pass(30 * MINUTE);
    expect((await exportMembers(api, api.token)).status).toBe(200);
  });

  const transfer = { type: 'student', amountMinorUnits: 12_000, date: '2026-03-01', reference: 'FPS 1' };
  it.each<[what: string, fields: object, isAsked: boolean]>([
    ['another address', { action: 'edit', email: 'other@example.org' }, true],
    ['the same address in other letters', { action: 'edit', email: 'Bunny@example.org' }, false],
    ['another name', { action: 'edit', firstName: 'Stanford' }, false],
    ['a bank transfer', { action: 'record-bank-transfer', ...transfer }, true],
    ['the preview of one', { action: 'record-bank-transfer', ...transfer, isPreview: true }, false],
    [
      'its correction',
      { action: 'correct-bank-transfer', ...transfer, amountMinorUnits: 1, paymentId: '' },
      true,
    ],
    ['its voiding', { action: 'void-bank-transfer', isSentBack: false, paymentId: '' }, true],
  ])('for %s: %o', async (_what, fields, isAsked) => {
    const api = await startWith('optional');
    const app = await setUpApp(api, api.token);
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    const { uid } = await api.operator.findMember('bunny');
    const open = async () => (await api.get(`/admin/member?uid=${uid}`, { token: api.token })).body.data;
    const change = async (input: object) => {
      const {
        member: { version },
        payments,
      } = await open();
      const paymentId = payments[0]?.paymentId;
      const body = { uid, version, reason: 'A letter', ...input, ...('paymentId' in input && { paymentId }) };
      return api.post('/admin/member', body, { token: api.token });
    };
    if ('paymentId' in fields)
      expect((await change({ action: 'record-bank-transfer', ...transfer })).status).toBe(200);
    api.pass(15 * MINUTE);
    const before = await open();
    const reply = await change(fields);
    expect(reasonOf(reply)).toEqual(isAsked ? [403, 'second-factor-stale'] : [200, undefined]);
    if (!isAsked) return;
    expect((await open()).payments).toEqual(before.payments);
    expect((await open()).member).toEqual(before.member);
    await api.post('/user/second-factor', { action: 'give', code: app.code() }, { token: api.token });
    expect((await change(fields)).status).toBe(200);
  });

  it('is none if the clock is set back, and neither is a login or a code', async () => {
    const api = await startWith('optional');
    await setUpApp(api, api.token);
    await api.post('/auth/forgetPassword', { email: 'teapot@example.org' });
    const code = await api.codeFor('teapot@example.org');
    api.pass(-3 * 60 * MINUTE);
    expect(reasonOf(await exportMembers(api, api.token))).toEqual([403, 'second-factor-stale']);
    const email = { username: 'utah_teapot', email: 'other@example.org' };
    const saved = await api.call('PUT', '/userinfo', email, { token: api.token });
    expect(saved.body.error).toBe('recent-sign-in-required');
    expect((await api.resetPassword('teapot@example.org', code, 'a bunny')).body.error).toBe('code-invalid');
  });

  it.each([
    { recipients: 100, later: false, status: 200 },
    { recipients: 101, later: false, status: 403 },
    { recipients: 101, later: true, status: 403 },
  ])('for sending to $recipients (later: $later) gives $status', async ({ recipients, later, status }) => {
    const api = await startWith('optional');
    const people = Array.from({ length: recipients }, (_, index) => `bunny${index}@example.org`);
    await writeMembers(
      api.table,
      people.map((email, index) =>
        member({ uid: String(20_000_000 + index), username: `bunny${index}`, email }),
      ),
    );
    const app = await setUpApp(api, api.token);
    api.pass(15 * MINUTE);
    const send = () => {
      const form = new FormData();
      form.set('subject', 'Call for papers');
      form.set('content', '<p>Come</p>');
      form.set('recipients', JSON.stringify(people));
      if (later) form.set('scheduleTime', new Date(api.time.now.getTime() + 60 * MINUTE).toISOString());
      return api.call('POST', '/admin/send-email', undefined, { token: api.token, raw: form });
    };
    const reply = await send();
    expect(reply.status).toBe(status);
    if (status === 200) return;
    expect(reply.body.error).toBe('second-factor-stale');
    const mailQueue = await api.get('/admin/campaigns', { token: api.token });
    expect(mailQueue.body.data.items).toEqual([]);
    await api.post('/user/second-factor', { action: 'give', code: app.code() }, { token: api.token });
    expect((await send()).status).toBe(200);
  });
});
