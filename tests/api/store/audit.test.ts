import { beforeEach, describe, expect, it } from 'vitest';
import { type AuditEntry, OPERATOR } from '../../../functions/audit/audit.ts';
import { type AuditLog, auditLog } from '../../../functions/audit/repository.ts';
import { startApi } from '../../support/api/api.ts';
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

describe('the audit log', () => {
  let log: AuditLog;
  beforeEach(async () => {
    log = auditLog(await freshTable());
  });

  it('stores an entry in its month and beside the member, and never replaces it', async () => {
    await log.writeEntry(entry());
    await log.writeEntry(entry({ action: 'enable-account', reason: 'forged' }));
    expect(await log.listMonth('2026-03', 10)).toEqual({ entries: [entry()] });
    expect(await log.listForMember('31415926', 10)).toEqual({ entries: [entry()] });
  });

  it('has the months of Hong Kong', async () => {
    await log.writeEntry(entry({ id: 'a', at: '2026-02-28T15:59:59.999Z' }));
    await log.writeEntry(entry({ id: 'b', at: '2026-02-28T16:00:00.000Z' }));
    await log.writeEntry(entry({ id: 'c', at: '2026-03-31T15:59:59.999Z' }));
    await log.writeEntry(entry({ id: 'd', at: '2026-03-31T16:00:00.000Z' }));
    const idsOf = async (month: string) => (await log.listMonth(month, 10)).entries.map(({ id }) => id);
    expect(await idsOf('2026-03')).toEqual(['c', 'b']);
    const { next } = await log.listMonth('2026-03', 1);
    expect(await log.listMonth('2026-03', 1, next ? { from: next } : {})).toMatchObject({
      entries: [{ id: 'b' }],
    });
  });

  it('has full pages of what matches a filter', async () => {
    const byTeapot = { by: 'person', uid: '1', username: 'teapot' } as const;
    for (let minute = 10; minute < 40; minute += 1) {
      const at = `2026-03-02T08:${minute}:00.000Z`;
      await log.writeEntry(entry({ id: `o${minute}`, at }));
      if (minute % 10 === 0) await log.writeEntry(entry({ id: `t${minute}`, at, actor: byTeapot }));
    }
    const filter = { by: 'teapot' };
    const { entries, next } = await log.listMonth('2026-03', 2, { filter });
    expect(entries.map(({ id }) => id)).toEqual(['t30', 't20']);
    const rest = await log.listMonth('2026-03', 2, { filter, ...(next && { from: next }) });
    expect(rest).toEqual({ entries: [expect.objectContaining({ id: 't10' })] });
  });
});

it.each([
  ['grantAdmin', 'grant-admin'],
  ['revokeAdmin', 'revoke-admin'],
  ['disable', 'disable-account'],
  ['enable', 'enable-account'],
  ['markEmailVerified', 'mark-email-verified'],
] as const)('the operator’s %s writes an audit entry', async (name, action) => {
  const api = await startApi();
  await api.register();
  await api.operator[name]('utah_teapot', 'As the board decided');
  const { uid } = await api.operator.findMember('utah_teapot');
  const { entries } = await auditLog(api.table).listForMember(uid, 10);
  expect(entries).toMatchObject([
    { actor: { by: 'operator' }, action, about: uid, at: '2026-03-02T08:00:00.000Z' },
  ]);
});
