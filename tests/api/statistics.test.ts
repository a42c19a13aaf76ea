import { expect, it } from 'vitest';
import type { Member } from '../../functions/members/member.ts';
import { deleteMemberWrites } from '../../functions/members/write-repository.ts';
import { insertTermWrite } from '../../functions/memberships/repository.ts';
import { membershipOf, type Term } from '../../functions/memberships/term.ts';
import { countStatistics } from '../../functions/statistics/count-statistics.ts';
import { insertMember, member, term } from '../support/api/make.ts';
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
      for (const each of terms) await api.table.commit([insertTermWrite(added.uid, each)]);
      return added;
    },
    count: () => countStatistics(api.grantedTo('do-nightly-work')),
    async view() {
      const { token } = (await api.signIn()).body;
      return (await api.get('/admin/dashboard', { token })).body.data;
    },
  };
}

it('members over the years stay as they were at the end of a year that was counted while it ran, and imports change earlier years', async () => {
  const api = await start();
  const leaving = await api.addMember({}, [term('2026-02-01', '2027-01-01')]);
  await api.count();
  // After the last count of the year, at 4:00 on 31 December.
  await api.addMember({ registeredAt: '2026-12-31T15:30:00.000Z' }, [term('2026-12-31', '2028-01-01')]);
  api.time.now = new Date('2026-12-31T20:00:00Z');
  await api.count();
  await api.table.commit(deleteMemberWrites(leaving));
  api.time.now = new Date('2027-01-02T20:00:00Z');
  await api.addMember({}, [term('2025-02-01', '2026-01-01')]);
  await api.count();
  const { years } = (await api.view()).statistics;
  const active = years.map(
    ({ year, statuses }: { year: number; statuses: Record<string, number> }) =>
      `${year}: ${statuses['active']}`,
  );
  expect(active).toEqual(['2024: 0', '2025: 1', '2026: 2', '2027: 1']);
});
