import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../support/api/calls.ts';
import { formOf, member, writeMembers } from '../support/api/make.ts';
import { STEP, setUpApp } from '../support/api/second-factor.ts';
import { startAdministered } from '../support/api/signed-in.ts';

const MINUTE = 60_000;

let api: Awaited<ReturnType<typeof startAdministered>>;
beforeEach(async () => {
  api = await startAdministered();
});

const reasonOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const stale = [403, 'second-factor-stale'];
const give = (code: string) =>
  api.post('/user/second-factor', { action: 'give', code }, { token: api.token });
const exportMembers = () => api.post('/admin/export-members', { columns: ['email'] }, { token: api.token });
const listMembers = () => api.get('/admin/members', { token: api.token });

it('a required second factor for administrators closes every call of administrators to one without it, and leaves those of one’s own account open', async () => {
  api.context.secondFactorPolicy = 'required';
  for (const { call, method, path, access, least } of calls) {
    if (access !== 'admin' && access !== 'member') continue;
    const own = { ...least, wrong: 1 };
    const reply = await api.call(method, path, method === 'GET' ? undefined : own, { token: api.token });
    if (access === 'admin') expect(reasonOf(reply), call).toEqual([403, 'second-factor-missing']);
    else expect([200, 400, 404], call).toContain(reply.status);
  }
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
      // Where none is required, it is missed by those alone who have one.
      if (policy === 'optional') expect((await exportMembers()).status).toBe(200);
      api.context.secondFactorPolicy = policy;
      const app = await setUpApp(api, api.token);
      api.pass(15 * MINUTE - STEP - 1);
      expect((await exportMembers()).status).toBe(200);
      api.pass(1);
      for (const { method, path } of fresh) {
        const reply = await api.call(method, path, method === 'POST' ? {} : undefined, { token: api.token });
        expect(reasonOf(reply)).toEqual(stale);
      }
      expect((await listMembers()).status).toBe(200);
      const wrong = await give('000000');
      expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'code']);
      expect((await exportMembers()).status).toBe(403);
      await give(app.code());
      expect((await exportMembers()).status).toBe(200);
    },
  );

  const transfer = { type: 'student', amountMinorUnits: 12_000, date: '2026-03-01', reference: 'FPS 1' };
  const paid = { ...transfer, action: 'record-bank-transfer' };
  it.each<[what: string, fields: object, isAsked: boolean]>([
    ['another address', { action: 'edit', email: 'other@example.org' }, true],
    ['the same address in other letters', { action: 'edit', email: 'Bunny@example.org' }, false],
    ['another name', { action: 'edit', firstName: 'Stanford' }, false],
    ['a bank transfer', paid, true],
    ['the preview of one', { ...paid, isPreview: true }, false],
    [
      'its correction',
      { ...transfer, action: 'correct-bank-transfer', amountMinorUnits: 1, paymentId: '' },
      true,
    ],
    ['its voiding', { action: 'void-bank-transfer', isSentBack: false, paymentId: '' }, true],
  ])('for %s: %o', async (_what, fields, isAsked) => {
    const app = await setUpApp(api, api.token);
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    const { uid } = await api.operator.findMember('bunny');
    const open = async () => (await api.get(`/admin/member?uid=${uid}`, { token: api.token })).body.data;
    const change = async (input: object) => {
      const { member: row, payments } = await open();
      const paymentId = payments[0]?.paymentId;
      const context = { uid, version: row.version, reason: 'A letter' };
      const body = { ...context, ...input, ...('paymentId' in input && { paymentId }) };
      return api.post('/admin/member', body, { token: api.token });
    };
    if ('paymentId' in fields) expect((await change(paid)).status).toBe(200);
    api.pass(15 * MINUTE);
    const before = await open();
    const reply = await change(fields);
    expect(reasonOf(reply)).toEqual(isAsked ? stale : [200, undefined]);
    if (!isAsked) return;
    const { member: row, payments } = await open();
    expect([row, payments]).toEqual([before.member, before.payments]);
    await give(app.code());
    expect((await change(fields)).status).toBe(200);
  });

  it('is needed for sending to more than a hundred, now or later', async () => {
    const people = Array.from({ length: 101 }, (_, index) => `bunny${index}@example.org`);
    const rows = people.map((email, n) =>
      member({ uid: String(20_000_000 + n), username: `bunny${n}`, email }),
    );
    await writeMembers(api.table, rows);
    const app = await setUpApp(api, api.token);
    api.pass(15 * MINUTE);
    const send = (recipients: number, at?: Date) => {
      const to = JSON.stringify(people.slice(0, recipients));
      const form = formOf({ subject: 'Call for papers', content: '<p>Come</p>', recipients: to });
      if (at) form.set('scheduleTime', at.toISOString());
      return api.call('POST', '/admin/send-email', undefined, { token: api.token, raw: form });
    };
    const later = new Date(api.time.now.getTime() + 60 * MINUTE);
    for (const at of [undefined, later]) expect(reasonOf(await send(101, at))).toEqual(stale);
    const queued = async () => (await api.get('/admin/campaigns', { token: api.token })).body.data.items;
    expect(await queued()).toEqual([]);
    expect((await send(100)).status).toBe(200);
    await give(app.code());
    expect((await send(101)).status).toBe(200);
    expect(await queued()).toHaveLength(2);
  });
});
