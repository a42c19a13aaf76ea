import { globSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { everyPage } from '#shared/paging';
import { type AuditEntry, OPERATOR } from '../../../functions/audit/audit.ts';
import type { AuditLog } from '../../../functions/audit/repository.ts';
import { auditLog } from '../../../functions/audit/repository.ts';
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

  it('stores an entry in its month and beside the member, once however often it is written', async () => {
    const bought = entry({
      actor: { by: 'person', uid: '1', username: 'teapot' },
      details: { type: 'student' },
    });
    await log.writeEntry(bought);
    await log.writeEntry(bought);
    expect(await log.listMonth('2026-03', 10)).toEqual({ entries: [bought] });
    expect(await log.listForMember('31415926', 10)).toEqual({ entries: [bought] });
    expect(await log.listMonth('2026-04', 10)).toEqual({ entries: [] });
  });

  it('never replaces an entry', async () => {
    await log.writeEntry(entry());
    await log.writeEntry(entry({ action: 'enable-account', reason: 'forged' }));
    expect(await log.listMonth('2026-03', 10)).toEqual({ entries: [entry()] });
    expect(await log.listForMember('31415926', 10)).toEqual({ entries: [entry()] });
  });

  it('is written in one place, so that permissions and condition hold for every entry', () => {
    const writers = globSync('functions/**/*.ts').filter((file) =>
      /keys\.audit\(|auditPrefix/.test(readFileSync(file, 'utf8')),
    );
    expect(writers.toSorted()).toEqual([
      'functions/audit/repository.ts',
      'functions/platform/table/schema.ts',
    ]);
  });

  it('has entries about no member', async () => {
    await log.writeEntry(entry({ action: 'search-recipients', about: undefined }));
    expect((await log.listMonth('2026-03', 10)).entries).toHaveLength(1);
    expect((await log.listForMember('31415926', 10)).entries).toEqual([]);
  });

  it.each(['month', 'member'])('is read page by page, the latest first: entries of a %s', async (of) => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const [minute, id] of ids.entries())
      await log.writeEntry(entry({ id, at: `2026-03-02T08:0${minute}:00.000Z` }));
    const read: string[] = [];
    const pages = everyPage((from) =>
      of === 'month' ? log.listMonth('2026-03', 2, from) : log.listForMember('31415926', 2, from),
    );
    for await (const { entries } of pages) read.push(...entries.map(({ id }) => id));
    expect(read).toEqual(ids.reverse());
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
