import { expect, it } from 'vitest';
import { type AuditEntry, OPERATOR } from '../../../functions/audit/audit.ts';
import { listAuditMonth, listAuditOfMember, writeAuditEntry } from '../../../functions/audit/repository.ts';
import { startRegistered } from '../../support/api/signed-in.ts';
import { freshTable } from '../../support/table/dynamo.ts';

const entry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 'a1',
  at: '2026-03-02T08:00:00.000Z',
  actor: OPERATOR,
  action: 'disable-account',
  about: '31415926',
  reason: '',
  details: {},
  ...given,
});

it('stores an entry in its month and beside the member, and never replaces it', async () => {
  const context = { table: await freshTable() };
  await writeAuditEntry(context, entry());
  await writeAuditEntry(context, entry({ action: 'enable-account', reason: 'forged' }));
  expect(await listAuditMonth(context, '2026-03', 10)).toEqual({ entries: [entry()] });
  expect(await listAuditOfMember(context, '31415926', 10)).toEqual({
    entries: [entry()],
  });
});

it.each([
  ['grantAdmin', 'grant-admin'],
  ['revokeAdmin', 'revoke-admin'],
  ['disable', 'disable-account'],
  ['enable', 'enable-account'],
  ['markEmailVerified', 'mark-email-verified'],
] as const)('the operator’s %s writes an audit entry', async (name, action) => {
  const api = await startRegistered();
  await api.operator[name]('utah_teapot', 'As the board decided');
  const { uid } = await api.operator.findMember('utah_teapot');
  const { entries } = await listAuditOfMember(api, uid, 10);
  expect(entries).toMatchObject([{ actor: { by: 'operator' }, action, about: uid }]);
});
