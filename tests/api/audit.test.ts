import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../functions/audit/audit.ts';
import * as adminApi from '../../functions/contract/admin-members.ts';
import * as audit from '../../functions/contract/audit.ts';
import type { Endpoint } from '../../functions/contract/endpoint.ts';
import * as imports from '../../functions/contract/imports.ts';
import * as lists from '../../functions/contract/member-lists.ts';
import * as records from '../../functions/contract/member-records.ts';
import * as review from '../../functions/contract/payments.ts';
import { workOnImport } from '../../functions/imports/work-on-imports.ts';
import { replacePasswordHash } from '../../functions/members/repository.ts';
import { fulfilPayment } from '../../functions/payments/fulfil-payment.ts';
import { calls } from '../support/api/calls.ts';
import { checkout } from '../support/api/checkout.ts';
import { listOfMembers } from '../support/api/lists.ts';
import { formOf } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';

/** Every administrators' call that changes something or reads a member's data makes an audit entry. */

const api = await startAdministered();
let { token } = api;
await api.register({ userName: 'bunny', email: 'bunny@stanford.example' });
const { uid } = await api.operator.findMember('bunny');
await fulfilPayment(api.context, checkout({ paymentId: 'pi_nobody' }));
const imported = new Map<string, string>();
const made = new Set<string>();

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
const importNamed = async (text: string) => {
  const known = imported.get(text);
  if (known) return known;
  const { body } = await api.post('/admin/imports', { ...list, text }, { token });
  imported.set(text, body.data.job.id);
  return body.data.job.id;
};

type Fields = () => Body | Promise<Body>;
type Expected = Partial<AuditEntry>;
type Row = [Endpoint, Fields, AuditEntry['action'], Expected?];
/** A change of bunny, with the reason in its entry. */
const change = (action: AuditEntry['action'], fields: Fields, entry: Expected = {}): Row => [
  adminApi.changeMember,
  async () => aboutBunny({ action, ...(await fields()) }),
  action,
  { ...bunny, ...entry },
];
const bunny = { about: 'bunny', reason: REASON };
const transfer = { type: 'student', amountMinorUnits: 12_000, date: '2026-03-01' };
const dragon = { email: 'dragon@example.org', firstName: 'Asian', lastName: 'Dragon', category: 'fellow' };
const uidOf = async (username: string) => (await api.operator.findMember(username)).uid;
const lastPayment = async () => (await api.operator.viewMember('bunny')).payments[0]?.paymentId;
const conference = async () => (await api.operator.viewMember('bunny')).conferences[0]?.id;
const invitation = async () => {
  const { passwordHash } = await api.operator.findMember('bunny');
  await replacePasswordHash(api.context, uid, passwordHash, '');
  return { action: 'invite' };
};

/** In an order in which each is possible: the call, its input, and its entry. */
const actions: Row[] = [
  [adminApi.getMembers, () => ({ search: 'bunny', status: 'registered' }), 'search-members'],
  [adminApi.getRecipients, () => ({ search: 'bunny' }), 'search-recipients'],
  [adminApi.exportMembers, () => ({ state: 'active', columns: ['email'] }), 'export-members'],
  change('grant-term', () => term),
  change('correct-term', () => ({ ...term, type: 'professional', term: '2027-01-01#granted-student' })),
  change('void-term', () => ({ term: '2027-01-01#granted-student.2' })),
  change('record-bank-transfer', () => ({ ...transfer, reference: 'FPS 7' })),
  change('correct-bank-transfer', async () => ({
    ...transfer,
    reference: 'FPS 8',
    paymentId: await lastPayment(),
  })),
  change('void-bank-transfer', async () => ({ paymentId: await lastPayment(), isSentBack: false })),
  ...(['open', 'send'] as const).map(
    (action): Row => [
      review.changeReceipt,
      () => ({ action, uid, number: 'AG-000001' }),
      `${action}-receipt`,
      { about: 'bunny' },
    ],
  ),
  change('set-category', () => ({ category: 'fellow' })),
  change(
    'edit-member',
    () => ({ action: 'edit', phone: '+852 1234 5678', email: 'rabbit@stanford.example' }),
    {
      details: {
        fields: 'Phone, Email',
        emailBefore: 'b***@stanford.example',
        email: 'r***@stanford.example',
      },
    },
  ),
  change('mark-email-verified', () => ({ action: 'verify-email' })),
  [
    lists.changeMembers,
    () => ({ action: 'set-category', uids: [uid], reason: REASON, category: 'student' }),
    'set-category',
    bunny,
  ],
  [
    lists.changeMembers,
    () => ({ action: 'grant-term', uids: [uid], reason: REASON, ...term, startDate: '2026-03-01' }),
    'grant-term',
    bunny,
  ],
  [
    lists.changeSegments,
    () => ({ action: 'save', name: 'Students', filter: {} }),
    'save-segment',
    { details: { segment: 'Students' } },
  ],
  [lists.changeSegments, () => ({ action: 'remove', name: 'Students' }), 'remove-segment'],
  change('add-conference-record', () => ({ name: 'GMP 2025', venue: 'Jeju', date: 'June 2025', link: '' })),
  change('remove-conference-record', async () => ({ id: await conference() })),
  change('disable-account', () => ({ action: 'set-state', state: 'disabled' })),
  change('enable-account', () => ({ action: 'set-state', state: 'active' })),
  change('invite-member', invitation),
  [adminApi.getMember, () => ({ uid }), 'view-member', { about: 'bunny' }],
  // The log has one view a day of one member by one administrator.
  [
    records.getMemberEmails,
    async () => ({ uid: await uidOf('utah_teapot') }),
    'view-member',
    { about: 'utah_teapot' },
  ],
  [imports.changeImport, () => list, 'check-import'],
  [imports.changeImport, async () => ({ action: 'start', id: await importNamed(list.text) }), 'start-import'],
  [
    imports.changeImport,
    async () => {
      const id = await importNamed(list.text);
      await workOnImport(api.context, id, new Date('9999-01-01'));
      return { action: 'invite', id, upTo: 1 };
    },
    'send-invitations',
    { details: { invited: '1' } },
  ],
  [
    imports.changeImport,
    async () => ({ action: 'cancel', id: await importNamed(listOfMembers(3)), reason: REASON }),
    'cancel-import',
    { reason: REASON },
  ],
  [review.getPaymentsForReview, () => ({}), 'view-payments-for-review'],
  [
    review.resolvePayment,
    () => ({ paymentId: 'pi_nobody', reason: REASON }),
    'resolve-payment',
    { reason: REASON },
  ],
  [
    adminApi.addMember,
    () => ({ ...dragon, emailVerified: true, isInvited: false, reason: REASON }),
    'add-member',
    { about: 'dragon', reason: REASON },
  ],
  [adminApi.deleteMember, () => aboutBunny({ username: 'bunny' }), 'delete-account', bunny],
];

/** They return the administrators' own records, and nothing of a member except audit entries. */
const OWN_RECORDS = [audit.getAudit, imports.getImports, lists.getSegments];

const log = async () => (await api.operator.listAudit('2026-03', 200)).entries;

describe('the audit log', () => {
  it.each(actions)('has an entry for $route', async ({ route, method, path }, fields, action, entry) => {
    const body = await fields();
    made.add(String([route, body['action']]));
    api.pass(1000);
    const before = new Set((await log()).map(({ id }) => id));
    const reply =
      method === 'GET'
        ? await api.get(`${path}?${new URLSearchParams(body as Record<string, string>)}`, { token })
        : await api.call(method, path, body, { token });
    expect(reply.status).toBe(200);
    const left = (await log()).filter(({ id }) => !before.has(id));
    const { about, ...rest } = entry ?? {};
    expect(left).toMatchObject([{ action, ...rest, actor: { by: 'person', username: 'utah_teapot' } }]);
    // Bunny is deleted in the end.
    expect(left[0]?.about).toBe(about && (about === 'bunny' ? uid : await uidOf(about)));
  });

  it('has one entry a day for reading what concerns nobody alone', async () => {
    const fields = { content: '<p>Come</p>', recipients: '["teapot@example.org"]' };
    const form = formOf({ subject: 'Call for papers', ...fields });
    const { body } = await api.call('POST', '/admin/send-email', undefined, { token, raw: form });
    const reads: [path: string, entry: Partial<AuditEntry>][] = [
      ['/admin/suppressions?search=bunny', { action: 'view-suppressions' }],
      ['/admin/ledger-sums?year=2026', { action: 'view-ledger-sums', details: { period: '2026' } }],
      ['/admin/audit?month=2026-03', { action: 'view-audit-log', details: { period: '2026-03' } }],
      [
        `/admin/campaign-message?id=${body.data.id}`,
        { action: 'view-campaign', details: { subject: 'Call for papers' } },
      ],
    ];
    const readAll = async () => {
      for (const [path] of reads) {
        api.pass(1000);
        expect((await api.get(path, { token })).status).toBe(200);
      }
    };
    const entries = async () =>
      (await log()).filter(({ action }) => reads.some(([, entry]) => entry.action === action));
    await readAll();
    await readAll();
    expect((await entries()).toReversed()).toMatchObject(reads.map(([, entry]) => entry));
    api.pass(24 * 60 * 60_000);
    token = (await api.signIn()).body.token;
    await readAll();
    expect(await entries()).toHaveLength(2 * reads.length);
  });

  it('has an entry for every change by an administrator', () => {
    const paths = new Set<unknown>(
      [audit, adminApi, imports, lists, records, review].flatMap((rows) => Object.values(rows)),
    );
    const wanted = calls.filter(({ row, access }) => paths.has(row) && access === 'admin');
    expect(new Set([...made, ...OWN_RECORDS.map(({ route }) => `${route},`)])).toEqual(
      new Set(wanted.map(({ route, action }) => String([route, action]))),
    );
  });
});
