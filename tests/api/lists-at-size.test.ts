import { beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_COLUMN_NAMES, type ExportColumn } from '#shared/export-columns';
import { exportPart } from '../../functions/admin/export-members.ts';
import { OPERATOR } from '../../functions/audit/audit.ts';
import { memberRow } from '../../functions/members/repository.ts';
import { writeRows } from '../../functions/platform/table/rows.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { median } from '../bench/figures.ts';
import { member, term } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';
import { readExport } from '../support/api/stored-files.ts';
import { sized } from '../support/sizes.ts';

/** Members, the recipient picker and exports of the largest association that they are made for. */

const CROWD = sized(700, 20_000);
const TIMES = sized(1, 5);
const WRITTEN_AT_ONCE = 500;
/** The small size runs beside other tests, which take the processors. */
const SLACK = sized(5, 1);
const LIST_MS = 1000 * SLACK;
const EXPORT_MS = 8000 * SLACK;

let api: Awaited<ReturnType<typeof startAdministered>>;
let token: string;

function rowsOf(place: number) {
  const given = term('2026-01-01', '2027-01-01');
  const one = member({
    uid: String(30_000_000 + place),
    username: `crowd_${place}`,
    email: `${String(place).padStart(5, '0')}@crowd.example`,
    activeUntil: given.endDate,
    activePeriods: [given],
    membershipType: given.type,
  });
  return [memberRow(one), { ...keys.term(one.uid, given.endDate, given.id), ...given }];
}

beforeAll(async () => {
  api = await startAdministered();
  ({ token } = api);
  for (let from = 0; from < CROWD; from += WRITTEN_AT_ONCE) {
    const places = Array.from({ length: Math.min(WRITTEN_AT_ONCE, CROWD - from) }, (_, at) => from + at);
    await writeRows(api.table, places.flatMap(rowsOf));
  }
});

const get = async (path: string) => (await api.get(path, { token })).body.data;

/** In full size it prints them too. */
async function medianMs(what: string, run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const startedAt = performance.now();
    await run();
    times.push(Math.round(performance.now() - startedAt));
  }
  if (TIMES > 1) console.info(`${CROWD} members, ${what}: ${times.join(', ')} ms`);
  return median(times);
}

describe.each([
  ['Members', '/admin/members', ({ total }: { total: number }) => total],
  [
    'the recipient picker',
    '/admin/get-users',
    ({ pagination }: { pagination: { total: number } }) => pagination.total,
  ],
])('%s', (list, path, totalOf) => {
  it('has a page, and the total, within a second', async () => {
    expect(totalOf(await get(path))).toBe(CROWD + 1);
    expect(await medianMs(`${list}, a page`, () => get(path))).toBeLessThan(LIST_MS);
  });

  it('finds one member by a part of the address within a second', async () => {
    const search = () => get(`${path}?search=${CROWD - 1}@crowd`);
    expect((await search()).items).toHaveLength(1);
    expect(await medianMs(`${list}, a search`, search)).toBeLessThan(LIST_MS);
  });
});

it.each<[string, readonly ExportColumn[], string?]>([
  ['the columns of the list', []],
  ['all columns', EXPORT_COLUMN_NAMES],
  ['the roll of a day', [], '2026-05-01'],
])('the first call of an export of %s is done within 8 s', async (what, columns, activeOn) => {
  const deps = { ...api.deps, now: () => new Date() };
  let members = 0;
  const run = async () => {
    ({ members } = await exportPart(deps, OPERATOR, { search: '', columns, activeOn }, undefined));
  };
  expect(await medianMs(`export of ${what}`, run)).toBeLessThan(EXPORT_MS);
  expect(members).toBeGreaterThan(500);
});

describe('an export that one call cannot read', () => {
  const makeExport = (input: object) => api.post('/admin/export-members', input, { token });

  /** Each member takes 10 ms, so that a call reads some hundred. */
  beforeAll(() => {
    const { walk } = api.deps.directory;
    api.deps.directory.walk = async function* (after) {
      for await (const entry of walk(after)) {
        api.pass(10);
        yield entry;
      }
    };
    return () => {
      api.deps.directory.walk = walk;
    };
  });

  it('is continued by the next calls, into one file', async () => {
    const input = { columns: ['email', 'phone'], search: 'crowd' };
    let { data } = (await makeExport(input)).body;
    const members = [data.members];
    while (data.next !== undefined) {
      ({ data } = (await makeExport({ ...input, cursor: data.next })).body);
      members.push(data.members);
    }
    expect(members.slice(0, 2)).toEqual([600, Math.min(600, CROWD - 600)]);
    const { name, csv } = await readExport(api.deps.files, data.url);
    expect(name).toMatch(/^members-\d{4}-\d\d-\d\d\.csv$/);
    const [heading, ...lines] = csv.split('\r\n');
    expect(heading).toBe('"Email","Phone"');
    expect(lines).toHaveLength(CROWD);
    expect(new Set(lines).size).toBe(CROWD);
    expect(lines).toEqual(lines.toSorted());
    // The log, of which nothing is ever deleted, does not say after whom each part goes on.
    const { entries } = await api.deps.audit.listMonth('2026-03', members.length);
    const details = { columns: 'Email, Phone', search: 'crowd' };
    expect(entries.map((entry) => [entry.action, entry.details])).toEqual(
      members.toReversed().map((found) => ['export-members', { ...details, found: String(found) }]),
    );
  });

  it('ends where the file of the first calls is gone', async () => {
    const cursor = `${'ab'.repeat(16)}/members-2026-03-02.csv#c1@crowd.example`;
    const { status, body } = await makeExport({ cursor });
    expect([status, body.error]).toEqual([404, 'export-not-found']);
    expect((await makeExport({ cursor: `../${cursor}` })).status).toBe(400);
  });
});
