import { beforeAll, describe, expect, it } from 'vitest';
import { cachedDirectory } from '../../functions/members/directory.ts';
import { membersRepository } from '../../functions/members/repository.ts';
import { startWithCountedDirectory } from '../support/api/counted-directory.ts';
import { insertMember, member, writeMembers } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';
import { readExport } from '../support/api/stored-files.ts';
import { freshTable } from '../support/table/dynamo.ts';

/** Members and the recipient picker of an association that is too large to be read for each search. */

const FEW = 5;
type Counted = Awaited<ReturnType<typeof startWithCountedDirectory>>;
let api: Counted['api'];
let entries: Counted['entries'];

const people = Array.from({ length: 30 }, (_, n) => ({
  uid: String(20_000_000 + n),
  username: `model_${n}`,
  email: `${n % 3 === 0 ? 'bunny' : 'dragon'}${String(n).padStart(2, '0')}@models.example`,
  country: n % 10 === 0 ? 'Japan' : 'China',
  activeUntil: n % 2 === 0 ? '2027-01-01' : '',
}));

beforeAll(async () => {
  ({ api, entries } = await startWithCountedDirectory(FEW));
  for (const one of people) await insertMember(api.table, member(one));
});

const get = async (path: string, query: Record<string, string>) => {
  const { body } = await api.get(`${path}?${new URLSearchParams(query)}`, { token: api.token });
  return {
    ...body.data,
    msg: body.msg,
    found: body.data.items.map(({ email }: { email: string }) => email.split('@')[0]),
  };
};
const members = (query: Record<string, string> = {}) => get('/admin/members', query);
const picker = (query: Record<string, string> = {}) => get('/admin/get-users', query);

describe('Members', () => {
  it('reads one page of the index for a page, and goes on after it', async () => {
    await members();
    entries.read = 0;
    const first = await members({ limit: '4', search: 'dragon' });
    expect([first.found, entries.read]).toEqual([['dragon01', 'dragon02', 'dragon04', 'dragon05'], 5]);
    expect(first.msg).toContain('the beginning of an email address');
    const second = await members({ limit: '4', search: 'dragon', cursor: first.next });
    expect(second.found).toEqual(['dragon07', 'dragon08', 'dragon10', 'dragon11']);
    const all: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page = await members({ limit: '7', ...(next && { cursor: next }) });
      all.push(...page.found);
      next = page.next;
    }
    expect(all).toHaveLength(31);
    expect(new Set(all).size).toBe(31);
  });

  it.each([
    ['BUNNY0', ['bunny00', 'bunny03', 'bunny06', 'bunny09']],
    ['model_7', ['dragon07']],
    ['20000008', ['dragon08']],
    ['ragon', []],
  ])('finds %s by the beginning of an address, username or membership ID', async (search, expected) =>
    expect((await members({ search })).found).toEqual(expected),
  );

  it('filters what it reads', async () => {
    expect((await members({ country: 'Japan' })).found).toEqual(['bunny00', 'dragon10', 'dragon20']);
    expect((await members({ country: 'Japan', search: 'd', status: 'active' })).found).toEqual([
      'dragon10',
      'dragon20',
    ]);
    expect((await members({ search: 'model_7', country: 'Japan' })).found).toEqual([]);
  });
});

describe('the recipient picker', () => {
  it('reads up to the end of its page, and knows whether there is a next one', async () => {
    entries.read = 0;
    const page = await picker({ search: 'bunny', limit: '4', page: '2' });
    expect(page.found).toEqual(['bunny12', 'bunny15', 'bunny18', 'bunny21']);
    expect([page.pagination.total, entries.read]).toEqual([9, 9]);
    const last = await picker({ search: 'bunny', limit: '4', page: '3' });
    expect([last.found, last.pagination.total]).toEqual([['bunny24', 'bunny27'], 10]);
  });

  it('filters by status', async () => {
    const { found } = await picker({ status: 'active', search: 'bunny', limit: '3' });
    expect(found).toEqual(['bunny00', 'bunny06', 'bunny12']);
  });
});

it('a count above the limit is the total, and spares the reading of everybody', async () => {
  const statuses = { registered: 900_000, active: 90_000, expired: 10_000 };
  let walked = 0;
  const directory = cachedDirectory(
    {
      walkDirectory: async function* () {
        for (const one of Array.from({ length: 50_000 }, (_, n) => member({ uid: String(n) }))) {
          walked += 1;
          yield one;
        }
      },
    },
    { now: () => new Date(0) },
    { countByStatus: async () => statuses },
  );
  expect([await directory.list(), await directory.list({ refresh: true }), walked]).toEqual([
    undefined,
    undefined,
    2000,
  ]);
});

describe('an export that one call cannot read', () => {
  const CROWD = 1300;
  let slow: Awaited<ReturnType<typeof startAdministered>>;
  const makeExport = (input: object) => slow.post('/admin/export-members', input, { token: slow.token });

  beforeAll(async () => {
    const table = await freshTable();
    const { walkDirectory } = membersRepository(table);
    const countByStatus = async () => ({ registered: CROWD, active: 0, expired: 0 });
    // Each member takes 10 ms, so that a call reads some hundred.
    const walkSlowly: typeof walkDirectory = async function* (range) {
      for await (const entry of walkDirectory(range)) {
        slow.pass(10);
        yield entry;
      }
    };
    const directory = cachedDirectory(
      { walkDirectory: walkSlowly },
      { now: () => new Date(0) },
      { countByStatus },
    );
    slow = await startAdministered({ directory }, { table });
    const crowd = Array.from({ length: CROWD }, (_, n) =>
      member({ uid: String(30_000_000 + n), username: `c_${n}`, email: `c${n}@crowd.example` }),
    );
    await writeMembers(table, crowd);
  });

  it('is continued by the next calls, into one file', async () => {
    const input = { columns: ['email', 'phone'], search: 'crowd' };
    let { data } = (await makeExport(input)).body;
    const members = [data.members];
    while (data.next !== undefined) {
      ({ data } = (await makeExport({ ...input, cursor: data.next })).body);
      members.push(data.members);
    }
    expect(members).toEqual([600, 600, 100]);
    const { name, csv } = await readExport(slow.deps.files, data.url);
    expect(name).toMatch(/^members-\d{4}-\d\d-\d\d\.csv$/);
    const [heading, ...lines] = csv.split('\r\n');
    expect(heading).toBe('"Email","Phone"');
    expect(lines).toHaveLength(CROWD);
    expect(new Set(lines).size).toBe(CROWD);
    expect(lines).toEqual(lines.toSorted());
    // The log, of which nothing is ever deleted, does not say after whom each part goes on.
    const { entries } = await slow.deps.audit.listMonth('2026-03', 3);
    const details = { columns: 'Email, Phone', search: 'crowd' };
    expect(entries.map((entry) => [entry.action, entry.details])).toEqual(
      [100, 600, 600].map((found) => ['export-members', { ...details, found: String(found) }]),
    );
  });

  it('ends where the file of the first calls is gone', async () => {
    const cursor = `${'ab'.repeat(16)}/members-2026-03-02.csv#c1@crowd.example`;
    const { status, body } = await makeExport({ cursor });
    expect([status, body.error]).toEqual([404, 'export-not-found']);
    expect((await makeExport({ cursor: `../${cursor}` })).status).toBe(400);
  });
});
