import { describe, expect, it } from 'vitest';
import type { ExportColumn } from '#shared/export-columns';
import { listAuditMonth } from '../../functions/audit/repository.ts';
import type { Member } from '../../functions/members/member.ts';
import { memberRow } from '../../functions/members/write-repository.ts';
import { writeRows } from '../../functions/platform/table/rows.ts';
import { insertMember, member } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';
import { readExport } from '../support/api/stored-files.ts';
import { atNextCall } from '../support/table/at-calls.ts';

/** What an administrator types to find somebody, in Members and among the recipients of an email. */

const people: (Partial<Member> & { email: string })[] = [
  { email: 'w@models.example', firstName: '伟', lastName: '王', country: 'China' },
  { email: 'g@models.example', firstName: 'José', lastName: 'García Núñez', country: 'Spain' },
  { email: 's@models.example', firstName: 'Søren', lastName: 'Ångström' },
  { email: 'h@models.example', firstName: 'Ｈａｎａ', lastName: 'Kim', affiliation: 'École de Rendu' },
  { email: 'o@models.example', firstName: 'Mary', lastName: "O’Hara-O'Brien" },
  {
    email: 'k@models.example',
    activeUntil: '2027-01-01',
    membershipType: 'student',
    category: 'honorary',
  },
  {
    email: 'e@again.example',
    activeUntil: '2030-01-01',
    activePeriods: [
      { startDate: '2024-03-02', endDate: '2025-01-01' },
      { startDate: '2029-01-01', endDate: '2030-01-01' },
    ],
  },
];

const api = await startAdministered();
const { token } = api;
for (const [place, one] of people.entries())
  await insertMember(api.table, member({ ...one, uid: String(20_000_000 + place), username: `n${place}` }));

const lists = [
  ['Members', '/admin/members'],
  ['the recipient picker', '/admin/get-users'],
] as const;

describe.each(lists)('%s', (_, path) => {
  it.each([
    ['王伟', 'w'],
    ['伟王', 'w'],
    ['garcia jose', 'g'],
    ['angstrom soren', 's'],
    ['ecole hana', 'h'],
    ['20000001', 'g'],
    ["O'Hara", 'o'],
    ['o’brien', 'o'],
    ['hara‐o', 'o'],
  ])('finds %s', async (search, expected) => {
    const { body } = await api.get(`${path}?${new URLSearchParams({ search })}`, { token });
    expect(body.data.items.map(({ email }: { email: string }) => email)).toEqual([
      `${expected}@models.example`,
    ]);
  });

  it.each([
    ['type=student', ['k']],
    ['activeUntil=2027-01-01', ['k']],
    ['category=honorary&type=professional', []],
    ['search=again&status=expired', ['e']],
    ['country=Spain', ['g']],
    ['search=models&country=China&type=', ['w']],
  ])('filters by %s', async (query, expected) => {
    const { body } = await api.get(`${path}?${query}`, { token });
    expect(body.data.items.map(({ email }: { email: string }) => email.split('@')[0])).toEqual(expected);
  });
});

it('opening Members makes no audit entry; its next page and every search do', async () => {
  const searches = async (query: string) => {
    api.pass(1000);
    await api.get(`/admin/members${query}`, { token });
    const { entries } = await listAuditMonth(api, '2026-03', 1);
    return entries.filter(({ at }) => at === api.time.now.toISOString()).map(({ action }) => action);
  };
  expect(await searches('')).toEqual([]);
  for (const query of ['?cursor=g@models.example', '?limit=500', '?status=active', '?search=kim'])
    expect(await searches(query)).toEqual(['search-members']);
});

describe('the export', () => {
  const exported = async (input: object = {}) => {
    const { data } = (await api.post('/admin/export-members', input, { token })).body;
    const { name, csv } = await readExport(api.context.files, data.url);
    expect(name).toBe(data.fileName);
    return { ...data, csv, lines: csv.split('\r\n') };
  };

  it('has the chosen columns in their order, of those who match, as of the last write', async () => {
    const { lines } = await exported({ columns: ['country', 'lastName', 'phone'], search: 'garcia' });
    expect(lines).toEqual(['"Country","Last name","Phone"', '"Spain","García Núñez",""']);
    const inGap = await exported({ columns: ['status', 'activeUntil'], search: 'again' });
    expect(inGap.lines[1]).toBe('"Expired","2030-01-01"');
    await insertMember(api.table, member({ uid: '20000009', email: 'z@late.example', username: 'late' }));
    const late = await exported({ columns: ['email'], search: 'late' });
    expect(late.lines).toEqual(['"Email"', '"z@late.example"']);
    const none = await api.post('/admin/export-members', { columns: [] }, { token });
    expect(none.body.issues).toEqual([{ path: 'columns', message: 'Select at least one column.' }]);
  });

  it('has the selected members by address, and is in the log with its columns and their number', async () => {
    api.pass(1000);
    const { members, lines } = await exported({
      uids: ['20000003', '20000001', '20000002'],
      columns: ['email', 'phone'],
    });
    expect(lines.slice(1)).toEqual(['g', 'h', 's'].map((name) => `"${name}@models.example",""`));
    expect(members).toBe(3);
    const { entries } = await listAuditMonth(api, '2026-03', 1);
    expect(entries).toMatchObject([
      { action: 'export-members', details: { columns: 'Email, Phone', selected: '3', found: '3' } },
    ]);
  });

  it('leaves out a member who matches no longer, before the index of all members shows it', async () => {
    const gone = member({ uid: '20000010', email: 'a@gone.example', username: 'gone', country: 'Chad' });
    await insertMember(api.table, gone);
    atNextCall(api.context.table, /^Query .*"IndexName":"directory"/, async (go) => {
      const page = await go();
      await writeRows(api.table, [memberRow({ ...gone, country: 'Spain' })]);
      return page;
    });
    const { lines } = await exported({ columns: ['email'], country: 'Chad' });
    expect(lines).toEqual(['"Email"']);
  });

  it('makes the roll of a day, with the membership of that day, by the terms on record', async () => {
    const terms = [
      ['bunny', 'student', '2025-03-01', '2026-01-01'],
      ['bunny', 'professional', '2026-04-01', '2027-01-01'],
      ['dragon', 'professional', '2026-03-02', '2027-01-01'],
      ['lucy', 'professional', '2024-01-01', '2027-01-01'],
    ] as const;
    for (const [userName, type, startDate, endDate] of terms) {
      await api.register({ userName, email: `${userName}@roll.example` });
      await api.operator.grantTerm(userName, { type, startDate, endDate }, 'By the board');
    }
    const rollOf = async (filter: object) => {
      const columns: ExportColumn[] = ['email', 'type', 'status', 'activeUntil'];
      return (await exported({ ...filter, columns, search: 'roll.example' })).lines.slice(1);
    };
    const rollOn = (activeOn: string) => rollOf({ activeOn });
    const bunny = '"bunny@roll.example","Student Member","Active","2026-01-01"';
    const lucy = '"lucy@roll.example","Professional Member","Active","2027-01-01"';
    expect(await rollOn('2025-12-31')).toEqual([bunny, lucy]);
    expect(await rollOn('2026-02-01')).toEqual([lucy]);
    expect(await rollOn('2026-03-02')).toHaveLength(2);
    expect(await rollOn('2027-01-02')).toEqual([]);
    // The membership of that day is filtered by, and not the present one.
    const [activeOn, gap] = ['2025-12-31', '2026-02-01'];
    expect(await rollOf({ activeOn, status: 'expired' })).toEqual([bunny, lucy]);
    expect(await rollOf({ activeOn, type: 'student' })).toEqual([bunny]);
    expect(await rollOf({ activeOn, activeUntil: '2026-01-01' })).toEqual([bunny]);
    expect(await rollOf({ activeOn: gap, type: 'student' })).toEqual([]);
    // On the day on which one membership ends and another begins, each member is on the roll of one type.
    const renewed = { type: 'student', startDate: '2027-01-01', endDate: '2028-01-01' } as const;
    await api.operator.grantTerm('dragon', renewed, 'By the board');
    const newYear = '2027-01-01';
    const renewedDragon = '"dragon@roll.example","Student Member","Active","2028-01-01"';
    expect(await rollOf({ activeOn: newYear, type: 'student' })).toEqual([renewedDragon]);
    expect(await rollOf({ activeOn: newYear, activeUntil: newYear })).toHaveLength(2);
    expect((await exported({ activeOn: '2026-03-02', columns: ['uid'] })).fileName).toBe(
      'members-active-on-2026-03-02.csv',
    );
  });
});
