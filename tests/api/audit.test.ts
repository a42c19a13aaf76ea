import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../functions/audit/audit.ts';
import * as adminApi from '../../functions/contract/admin-members.ts';
import * as audit from '../../functions/contract/audit.ts';
import * as imports from '../../functions/contract/imports.ts';
import * as lists from '../../functions/contract/member-lists.ts';
import * as records from '../../functions/contract/member-records.ts';
import * as review from '../../functions/contract/payments.ts';
import { fulfilPayment } from '../../functions/payments/fulfil-payment.ts';
import { calls } from '../support/api/calls.ts';
import { checkout } from '../support/api/checkout.ts';
import { listOfMembers } from '../support/api/lists.ts';
import { startAdministered } from '../support/api/signed-in.ts';

/** Every administrators' call that changes something or reads a member's data makes an audit entry. */

let api: Awaited<ReturnType<typeof startAdministered>>;
let token: string;
let uid: string;
const imported = new Map<string, string>();
const made = new Set<string>();

beforeAll(async () => {
  api = await startAdministered();
  ({ token } = api);
  await api.register({ userName: 'bunny', email: 'bunny@stanford.example' });
  ({ uid } = await api.operator.findMember('bunny'));
  await fulfilPayment(api.deps, checkout({ paymentId: 'pi_nobody' }));
});

const REASON = 'As the board decided';
const term = { type: 'student', startDate: '2026-03-02', endDate: '2027-01-01' };
const list = { action: 'check', kind: 'members', fileName: 'list.csv', text: listOfMembers(2) };

type Body = Record<string, unknown>;
const aboutBunny = async (fields: Body = {}) => ({
  uid,
  version: (await api.operator.findMember('bunny')).version,
  reason: REASON,
  ...fields,
});
/** Of one administrator and member, the log has one view a day. */
const viewedTomorrow = async (body: Body) => {
  api.pass(24 * 3_600_000);
  ({ token } = (await api.signIn()).body);
  return body;
};
const importNamed = async (text: string) => {
  const known = imported.get(text);
  if (known) return known;
  const { body } = await api.post('/admin/imports', { ...list, text }, { token });
  imported.set(text, body.data.job.id);
  return body.data.job.id;
};

type Row = [{ name: string; method: string; path: string }, () => Body | Promise<Body>, Partial<AuditEntry>];
/** A change of bunny, whose entry is named like its action unless it is given. */
const change = (
  fields: () => Body | Promise<Body>,
  entry: Pick<AuditEntry, 'action'> & Partial<AuditEntry>,
): Row => [
  adminApi.changeMember,
  async () => aboutBunny({ action: entry.action, ...(await fields()) }),
  { about: 'bunny', reason: REASON, ...entry },
];
const transfer = { type: 'student', amountMinorUnits: 12_000, date: '2026-03-01' };
const lastPayment = async () => (await api.operator.viewMember('bunny')).payments[0]?.paymentId;

/** In an order in which each is possible: the call, its input, and its entry. */
const actions: Row[] = [
  [adminApi.getMembers, () => ({ search: 'bunny', status: 'registered' }), { action: 'search-members' }],
  [adminApi.getRecipients, () => ({ search: 'bunny' }), { action: 'search-recipients' }],
  [adminApi.exportMembers, () => ({ state: 'active' }), { action: 'export-members' }],
  change(() => term, { action: 'grant-term' }),
  change(() => ({ ...term, type: 'professional', term: '2027-01-01#granted-student' }), {
    action: 'correct-term',
  }),
  change(() => ({ term: '2027-01-01#granted-student.2' }), { action: 'void-term' }),
  change(() => ({ ...transfer, reference: 'FPS 7' }), { action: 'record-bank-transfer' }),
  change(async () => ({ ...transfer, reference: 'FPS 8', paymentId: await lastPayment() }), {
    action: 'correct-bank-transfer',
  }),
  change(async () => ({ paymentId: await lastPayment(), isSentBack: false }), {
    action: 'void-bank-transfer',
  }),
  [
    review.changeReceipt,
    () => ({ action: 'open', uid, number: 'AG-000001' }),
    { action: 'open-receipt', about: 'bunny' },
  ],
  [
    review.changeReceipt,
    () => ({ action: 'send', uid, number: 'AG-000001' }),
    { action: 'send-receipt', about: 'bunny' },
  ],
  change(() => ({ category: 'fellow' }), { action: 'set-category' }),
  change(() => ({ action: 'edit', phone: '+852 1234 5678', email: 'rabbit@stanford.example' }), {
    action: 'edit-member',
    details: {
      fields: 'Phone, Email',
      emailBefore: 'b***@stanford.example',
      email: 'r***@stanford.example',
    },
  }),
  change(() => ({ action: 'verify-email' }), { action: 'mark-email-verified' }),
  [
    lists.changeMembers,
    () => ({ action: 'set-category', uids: [uid], reason: REASON, category: 'student' }),
    { action: 'set-category', about: 'bunny', reason: REASON },
  ],
  [
    lists.changeMembers,
    () => ({ action: 'grant-term', uids: [uid], reason: REASON, ...term, startDate: '2026-03-01' }),
    { action: 'grant-term', about: 'bunny', reason: REASON },
  ],
  [
    lists.changeSegments,
    () => ({ action: 'save', name: 'Students', filter: { type: 'student' } }),
    { action: 'save-segment', details: { segment: 'Students' } },
  ],
  [
    lists.changeSegments,
    () => ({ action: 'remove', name: 'Students' }),
    { action: 'remove-segment', details: { segment: 'Students' } },
  ],
  change(() => ({ name: 'GMP 2025', venue: 'Jeju', date: 'June 2025', link: '' }), {
    action: 'add-conference-record',
  }),
  change(async () => ({ id: (await api.operator.viewMember('bunny')).conferences[0]?.id }), {
    action: 'remove-conference-record',
  }),
  change(() => ({ action: 'set-state', state: 'disabled' }), { action: 'disable-account' }),
  change(() => ({ action: 'set-state', state: 'active' }), { action: 'enable-account' }),
  change(
    async () => {
      const { passwordHash } = await api.operator.findMember('bunny');
      await api.deps.members.replacePasswordHash(uid, passwordHash, '');
      return { action: 'invite' };
    },
    { action: 'invite-member' },
  ),
  [adminApi.getMember, () => ({ uid }), { action: 'view-member', about: 'bunny' }],
  [records.getMemberEmails, () => viewedTomorrow({ uid }), { action: 'view-member', about: 'bunny' }],
  [imports.changeImport, () => list, { action: 'check-import' }],
  [
    imports.changeImport,
    async () => ({ action: 'apply', id: await importNamed(list.text) }),
    { action: 'start-import' },
  ],
  [
    imports.changeImport,
    async () => ({ action: 'invite', id: await importNamed(list.text), count: 1 }),
    { action: 'send-invitations', details: { invited: '1' } },
  ],
  [
    imports.changeImport,
    async () => ({ action: 'cancel', id: await importNamed(listOfMembers(3)), reason: REASON }),
    { action: 'cancel-import', reason: REASON },
  ],
  [review.getPaymentsForReview, () => ({}), { action: 'view-payments-for-review' }],
  [
    review.resolvePayment,
    () => ({ paymentId: 'pi_nobody', reason: REASON }),
    { action: 'resolve-payment', reason: REASON },
  ],
  [
    adminApi.addMember,
    () => ({
      ...{ email: 'dragon@example.org', firstName: 'Asian', lastName: 'Dragon', category: 'fellow' },
      ...{ emailVerified: true, isInvited: false, reason: REASON },
    }),
    { action: 'add-member', about: 'dragon', reason: REASON },
  ],
  [
    adminApi.deleteMember,
    () => aboutBunny({ username: 'bunny' }),
    { action: 'delete-account', about: 'bunny', reason: REASON },
  ],
];

/** They return the administrators' own records, and nothing of a member except audit entries. */
const OWN_RECORDS = ['getAudit', 'getImports', 'getSegments'];

const log = async () => (await api.operator.listAudit('2026-03', 200)).entries;

describe('the audit log', () => {
  it.each(actions)('has an entry for $name', async ({ name, method, path }, fields, entry) => {
    const body = await fields();
    made.add(String([name, body['action']]));
    api.pass(1000);
    const before = new Set((await log()).map(({ id }) => id));
    const reply =
      method === 'GET'
        ? await api.get(`${path}?${new URLSearchParams(body as Record<string, string>)}`, { token })
        : await api.call(method, path, body, { token });
    expect(reply.status).toBe(200);
    const left = (await log()).filter(({ id }) => !before.has(id));
    const { about, ...rest } = entry;
    expect(left).toMatchObject([{ ...rest, actor: { by: 'person', username: 'utah_teapot' } }]);
    const added = about === 'dragon' ? (await api.operator.findMember('dragon')).uid : undefined;
    expect(left[0]?.about).toBe(added ?? (about && uid));
  });

  it.each([
    ['/admin/suppressions?search=bunny', { action: 'view-suppressions' }],
    ['/admin/ledger-sums?year=2026', { action: 'view-ledger-sums', details: { period: '2026' } }],
    ['/admin/audit?month=2026-03', { action: 'view-audit-log', details: { period: '2026-03' } }],
    ['/admin/campaign-message?id=', { action: 'view-campaign', details: { subject: 'Call for papers' } }],
  ])('has one entry a day for reading %s', async (path, entry) => {
    const form = new FormData();
    form.set('subject', 'Call for papers');
    form.set('content', '<p>Come</p>');
    form.set('recipients', '["teapot@example.org"]');
    const id = path.endsWith('id=')
      ? (await api.call('POST', '/admin/send-email', undefined, { token, raw: form })).body.data.id
      : '';
    const read = async () => expect((await api.get(path + id, { token })).status).toBe(200);
    const entries = async () => (await log()).filter(({ action }) => action === entry.action);
    for (let n = 0; n < 3; n += 1) await read();
    expect(await entries()).toMatchObject([entry]);
    api.pass(24 * 60 * 60_000);
    token = (await api.signIn()).body.token;
    await read();
    expect(await entries()).toHaveLength(2);
  });

  it('has an entry for every change by an administrator', () => {
    const paths = new Set<unknown>(
      [audit, adminApi, imports, lists, records, review].flatMap((rows) => Object.values(rows)),
    );
    const wanted = calls.filter(({ row, access }) => paths.has(row) && access === 'admin');
    expect(new Set([...made, ...OWN_RECORDS.map((name) => `${name},`)])).toEqual(
      new Set(wanted.map(({ name, action }) => String([name, action]))),
    );
  });
});
