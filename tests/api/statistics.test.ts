import { beforeEach, describe, expect, it } from 'vitest';
import type { Campaign } from '../../functions/mail/campaigns/campaign.ts';
import type { Member } from '../../functions/members/member.ts';
import { membershipOf, type Term } from '../../functions/memberships/term.ts';
import { writeRows } from '../../functions/platform/table/rows.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { countStatistics } from '../../functions/statistics/count-statistics.ts';
import { listOfMembers, plainImport } from '../support/api/lists.ts';
import { insertCampaign, insertMember, member, term } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';

async function start() {
  const api = await startAdministered();
  api.time.now = new Date('2026-11-24T08:00:00Z');
  let count = 0;
  return {
    ...api,
    async addMember(given: Partial<Member> = {}, terms: readonly Term[] = []): Promise<Member> {
      count += 1;
      const [uid, username] = [String(20_000_000 + count), `member${count}`];
      const known = { uid, username, email: `${username}@example.org`, emailVerified: true };
      const registeredAt = '2024-05-01T00:00:00.000Z';
      const added = member({ ...known, registeredAt, ...membershipOf(terms), ...given });
      await insertMember(api.table, added);
      for (const each of terms) await api.table.commit([api.deps.terms.insertWrite(added.uid, each)]);
      return added;
    },
    addCampaign: (given: Partial<Campaign>) => {
      const at = api.time.now.toISOString();
      const sent = {
        state: 'done',
        total: 100,
        finished: 100,
        createdAt: at,
        sendAt: at,
        endedAt: at,
      } as const;
      return insertCampaign(api.table, { ...sent, ...given, id: (given.id ?? '').padEnd(32, '0') });
    },
    pay: (username: string, reference: string, date: string) =>
      api.operator.recordBankTransfer(
        username,
        { type: 'professional', amountMinorUnits: 36_000, reference, date },
        'Bank statement',
      ),
    count: () => countStatistics(api.repositoriesOf('do-nightly-work')),
    async view() {
      const { token } = (await api.signIn()).body;
      return (await api.get('/admin/dashboard', { token })).body.data;
    },
  };
}

let api: Awaited<ReturnType<typeof start>>;
beforeEach(async () => {
  api = await start();
});

const tasks = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await api.view()).tasks.map(({ task, count }: { task: string; count: number }) => [task, count]),
  );

/** Each year with its registered, active and expired members, and the categories that the active ones have. */
const years = async () =>
  (await api.view()).statistics.years.map(
    ({
      year,
      statuses,
      categories,
    }: Record<'statuses' | 'categories', Record<string, number>> & { year: number }) => [
      ...[year, statuses['registered'], statuses['active'], statuses['expired']],
      ...Object.entries(categories).filter(([, members]) => members > 0),
    ],
  );

describe('members over the years', () => {
  it('are counted from their terms for the years before the first count', async () => {
    expect((await api.view()).statistics).toBeUndefined();
    const paid = [term('2024-03-01', '2025-01-01'), term('2026-02-01', '2027-01-01')];
    await api.addMember({ category: 'student' }, paid);
    const later = [term('2024-06-01', '2026-01-01'), term('2028-01-01', '2029-01-01')];
    await api.addMember({ category: 'fellow' }, later);
    await api.addMember();
    await api.count();
    expect(await years()).toEqual([
      [2024, 1, 2, 0, ['fellow', 1], ['student', 1]],
      [2025, 1, 1, 1, ['fellow', 1]],
      // With the administrator.
      [2026, 2, 1, 1, ['student', 1]],
    ]);
    const { statistics } = await api.view();
    expect(statistics.countedAt).toBe('2026-11-24T08:00:00.000Z');
    const areFromTerms = statistics.years.map(({ isFromTerms }: { isFromTerms: boolean }) => isFromTerms);
    expect(areFromTerms).toEqual([true, true, false]);
  });

  it('stay as they were at the end of a year that was counted while it ran, and imports change earlier years', async () => {
    const leaving = await api.addMember({}, [term('2026-02-01', '2027-01-01')]);
    await api.count();
    // After the last count of the year, at 4:00 on 31 December.
    await api.addMember({ registeredAt: '2026-12-31T15:30:00.000Z' }, [term('2026-12-31', '2028-01-01')]);
    api.time.now = new Date('2026-12-31T20:00:00Z');
    await api.count();
    await api.table.commit(api.deps.members.deleteWrites(leaving));
    api.time.now = new Date('2027-01-02T20:00:00Z');
    await api.addMember({}, [term('2025-02-01', '2026-01-01')]);
    await api.count();
    const active = (await years()).map(([year, , count]: number[]) => [year, count]);
    expect(active.map(String)).toEqual(['2024,0', '2025,1', '2026,2', '2027,1']);
  });
});

it('renewals are counted by the day on which they were paid, beside those by the same day of the last season', async () => {
  const old = term('2025-01-01', '2026-01-01');
  const paid = (transactionDate: string, endDate: string, given: Partial<Term> = {}) =>
    term(`${Number(endDate.slice(0, 4)) - 1}-01-01`, endDate, { transactionDate, ...given });
  await api.addMember({}, [old, paid('2025-11-24', '2027-01-01')]);
  await api.addMember({}, [old, paid('2025-11-25', '2027-01-01'), paid('2026-11-01', '2028-01-01')]);
  // Before the season began.
  await api.addMember({}, [old, paid('2025-03-02', '2027-01-01'), paid('2026-06-30', '2028-01-01')]);
  // After it was over: a return.
  await api.addMember({}, [old, paid('2026-07-01', '2027-01-01')]);
  // Imported: the day of the import says nothing.
  await api.addMember({}, [old, paid('2026-11-20', '2027-01-01', { accessMethod: 'imported' })]);
  await api.addMember({}, [old]);
  await api.count();
  expect((await api.view()).statistics.seasons).toEqual([
    { endDate: '2027-01-01', due: 5, renewed: 2 },
    { endDate: '2026-01-01', due: 6, renewed: 2 },
  ]);
});

it('statistics with the counts of earlier charts are read without them', async () => {
  await api.count();
  const { Item } = await api.table.call('GetItem', { Key: keys.latestStatistics });
  const before = (await api.view()).statistics;
  const mail = before.mail.map((month: object) => ({ ...month, failed: 1 }));
  await writeRows(api.table, [{ ...keys.latestStatistics, ...Item, mail }]);
  expect((await api.view()).statistics).toEqual(before);
});

it('payments and emails are counted by month: of the money, also of deleted members, and of the sending', async () => {
  const payer = await api.addMember();
  const leaving = await api.addMember({ username: 'leaving' });
  await api.pay(payer.username, 'T1', '2026-10-31');
  await api.pay('leaving', 'T2', '2026-11-01');
  await api.table.commit([
    ...api.deps.members.deleteWrites(await api.operator.findMember('leaving')),
    ...api.deps.receipts.formerPayerWrites(leaving.uid, await api.deps.receipts.listReceipts(leaving.uid)),
  ]);
  await api.addCampaign({ id: 'a', bounced: 3, complained: 1, failed: 2, unknown: 1 });
  await api.addCampaign({ id: 'b', sendAt: '2026-09-30T16:00:00.000Z', suppressed: 10 });
  await api.addCampaign({ id: 'c', sendAt: '2025-10-31T15:59:59.000Z' });
  await api.count();
  const { payments, mail } = (await api.view()).statistics;
  expect([payments.length, mail.length]).toEqual([24, 13]);
  expect(payments.slice(-3).map((month: object) => Object.values(month))).toEqual([
    ['2026-09', 0, 0, 0, 0],
    ['2026-10', 1, 36_000, 1, 36_000],
    ['2026-11', 1, 36_000, 1, 36_000],
  ]);
  expect(mail.filter(({ sent }: { sent: number }) => sent > 0)).toEqual([
    { month: '2026-10', sent: 90, bounced: 0, complained: 0 },
    { month: '2026-11', sent: 97, bounced: 3, complained: 1 },
  ]);
});

describe('what waits for a person', () => {
  it('is counted at each view where a person can finish it', async () => {
    const payer = await api.addMember();
    await api.dueMails();
    expect(await api.view()).toMatchObject({ tasks: [], waitingDeliveries: 0 });
    for (const reference of ['T1', 'T2']) await api.pay(payer.username, reference, '2026-11-24');
    await api.addCampaign({ id: 'a', state: 'paused', finished: 40 });
    await api.addCampaign({ id: 'b', state: 'sending', finished: 90 });
    await api.addCampaign({ id: 'c', unknown: 1 });
    await api.addCampaign({ id: 'd', failed: 1, resentAs: 'a' });
    await api.addCampaign({ id: 'e', failed: 1, endedAt: '2026-10-01T00:00:00.000Z' });
    const file = { kind: 'members', fileName: 'a.csv', text: listOfMembers(2), ...plainImport } as const;
    const { job } = await api.operator.checkImport(file);
    expect(await tasks()).toEqual({
      'payments-for-review': 1,
      'paused-campaigns': 1,
      'failed-campaigns': 1,
      'unfinished-imports': 1,
    });
    expect((await api.view()).waitingDeliveries).toBe(70);

    await api.operator.applyImport(job?.id ?? '');
    api.pass(16 * 60_000);
    expect(await tasks()).toMatchObject({ 'pending-receipts': 1, 'late-mail': 2, 'members-to-invite': 2 });
    expect(await tasks()).not.toHaveProperty('unfinished-imports');
  });

  it('is counted once a day where every member is read', async () => {
    const active = [term('2026-02-01', '2027-01-01')];
    await api.addMember({ passwordHash: '' });
    await api.addMember({ passwordHash: '', state: 'disabled' });
    await api.addMember({ emailVerified: false });
    await api.addMember({ emailVerified: false }, active);
    await api.addMember({ email: 'Blocked@example.org', emailVerified: false }, active);
    const expired = await api.addMember({}, [term('2025-02-01', '2026-01-01')]);
    const suppressed = { reason: 'bounced', suppressedAt: api.time.now.toISOString(), detail: '' } as const;
    for (const address of ['blocked@example.org', expired.email, 'nobody@example.org'])
      await api.deps.suppressions.suppress({ address, ...suppressed });
    await api.count();
    expect(await tasks()).toMatchObject({
      'unanswered-invitations': 1,
      'blocked-addresses': 1,
      'unverified-addresses': 1,
    });
  });
});
