import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { auditLog } from '../../functions/audit/repository.ts';
import { limitRules } from '../../functions/limits/limits.ts';
import { insertMember, member } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';

let api: Awaited<ReturnType<typeof startAdministered>>;
let token: string;

const people: [string, string, ('active' | 'disabled')?][] = [
  ['armadillo@stanford.example', '2027-01-01'],
  ['bunny@stanford.example', '2025-01-01'],
  ['bunny+50%_off@stanford.example', ''],
  ['dragon@stanford.example', '2026-03-02'],
  ['lucy@stanford.example', '2027-01-01', 'disabled'],
];

beforeAll(async () => {
  api = await startAdministered();
  ({ token } = api);
  for (const [index, [email, activeUntil, state = 'active']] of people.entries()) {
    const one = member({ uid: String(20_000_000 + index), username: `n${index}`, email, activeUntil, state });
    await insertMember(api.table, one, `registration-${index}`);
  }
});

const list = (query = '') => api.get(`/admin/get-users${query}`, { token });
const addresses = async (query: string) =>
  (await list(query)).body.data.items.map(({ email }: { email: string }) => email);

/** How often the whole directory has been read since. */
function countReadings(): () => number {
  const { call } = api.table;
  let readings = 0;
  api.table.call = (name, input) => {
    if (name === 'Query' && 'IndexName' in input && input.IndexName === 'directory') readings += 1;
    return call(name, input);
  };
  onTestFinished(() => {
    api.table.call = call;
  });
  return () => readings;
}

describe('GET /admin/get-users', () => {
  it('returns address and status in the order of addresses, without disabled members', async () => {
    expect((await list()).body).toEqual({
      code: 1,
      msg: 'OK',
      data: {
        items: [
          ['armadillo@stanford.example', 'active'],
          ['bunny+50%_off@stanford.example', 'inactive'],
          ['bunny@stanford.example', 'inactive'],
          ['dragon@stanford.example', 'active'],
          ['teapot@example.org', 'inactive'],
        ].map(([email, membership_status]) => ({
          email,
          name: 'Utah Teapot',
          affiliation: 'Kitchen of Test Models',
          membership_status,
        })),
        pagination: { total: 5, page: 1, limit: 10 },
      },
    });
  });

  it.each([
    ['?search=BUNNY', ['bunny+50%_off@stanford.example', 'bunny@stanford.example']],
    ['?search=50%25_', ['bunny+50%_off@stanford.example']],
    ['?search=.*', []],
    ['?status=active', ['armadillo@stanford.example', 'dragon@stanford.example']],
    ['?status=inactive&search=bunny@', ['bunny@stanford.example']],
    ['?page=2&limit=2', ['bunny@stanford.example', 'dragon@stanford.example']],
    ['?page=4&limit=2', []],
  ])('accepts %s', async (query, expected) => {
    expect(await addresses(query)).toEqual(expected);
  });

  it.each([
    'page=1000001',
    'limit=101',
    'status=ALL',
    'status=',
    `search=${'x'.repeat(101)}`,
    'page=1&page=2',
  ])('rejects %s', async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  });

  it('answers for the millionth page without reading more than for the first', async () => {
    await list();
    const readings = countReadings();
    expect((await list('?page=1000000&limit=100')).body.data).toMatchObject({
      items: [],
      pagination: { total: 5 },
    });
    expect(readings()).toBe(0);
  });

  it('reads the members anew for a first page, every ten seconds, and continues from that list for a minute', async () => {
    api.pass(10_000);
    const readings = countReadings();
    expect(await addresses('?search=late')).toEqual([]);
    const late = member({ uid: '30000000', username: 'late', email: 'zz@late.example' });
    await insertMember(api.table, late, 'registration-late');
    api.pass(9999);
    expect(await addresses('?search=late')).toEqual([]);
    expect(readings()).toBe(1);
    api.pass(1);
    expect(await addresses('?page=2&limit=5')).toEqual([]);
    expect(readings()).toBe(1);
    expect(await addresses('?search=late')).toEqual(['zz@late.example']);
    api.pass(59_999);
    for (const page of [2, 3, 4]) await list(`?page=${page}&limit=1`);
    expect(await addresses('?page=2&limit=5')).toEqual(['zz@late.example']);
    expect(readings()).toBe(2);
    api.pass(1);
    await list('?page=2');
    expect(readings()).toBe(3);
  });

  it('writes an audit entry for every search and further page, and none when the picker opens', async () => {
    const latest = async () => (await auditLog(api.table).listMonth('2026-03', 1)).entries;
    for (const query of ['?status=inactive&page=2', '?status=inactive&limit=100', '?status=active']) {
      api.pass(1000);
      await list(query);
      const [entry] = await latest();
      expect(entry?.at).toBe(api.time.now.toISOString());
    }
    api.pass(1000);
    await list('?status=inactive&limit=10');
    expect((await latest())[0]?.at).not.toBe(api.time.now.toISOString());
    await list('?search=bunny&status=active&page=3');
    expect(await latest()).toMatchObject([
      {
        actor: { by: 'person', username: 'utah_teapot' },
        action: 'search-recipients',
        details: { search: 'bunny', status: 'active', page: '3', total: '0' },
      },
    ]);
  });

  it('is limited to 120 times a minute', async () => {
    api.pass(60_000);
    const { uid } = await api.operator.findMember('utah_teapot');
    await api.count(limitRules.recipientSearches, uid, 119);
    expect((await list('?limit=1')).status).toBe(200);
    expect(await list('?limit=1')).toMatchObject({
      status: 429,
      body: { retryAfterSeconds: expect.any(Number) },
    });
  });
});
