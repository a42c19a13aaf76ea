import { beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_COLUMN_NAMES, type ExportColumn } from '#shared/export-columns';
import { exportMembers } from '../../functions/admin/export-members.ts';
import { OPERATOR } from '../../functions/audit/audit.ts';
import { memberRow } from '../../functions/members/write-repository.ts';
import { writeRows } from '../../functions/platform/table/rows.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { member, term } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';
import { sized } from '../support/sizes.ts';

/** Members, the recipient picker and exports of the largest association that they are made for. */

const CROWD = sized(700, 20_000);
/** One of so many is a member this year: the roll of a day reads their terms one by one. */
const PAYING = sized(10, 1);
/** The small size runs beside other tests, which take the processors. */
const SLACK = sized(5, 1);
const LIST_MS = 1000 * SLACK;
const EXPORT_MS = 8000 * SLACK;

let api: Awaited<ReturnType<typeof startAdministered>>;
let token: string;

function rowsOf(place: number) {
  const year = place % PAYING === 0 ? 2026 : 2025;
  const given = term(`${year}-01-01`, `${year + 1}-01-01`);
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
  await writeRows(api.table, Array.from({ length: CROWD }, (_, place) => rowsOf(place)).flat());
});

const get = async (path: string) => (await api.get(path, { token })).body.data;

/** In full size it prints them too. */
async function millisecondsOf(what: string, run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  const time = Math.round(performance.now() - startedAt);
  if (SLACK === 1) console.info(`${CROWD} members, ${what}: ${time} ms`);
  return time;
}

describe.each([
  ['Members', '/admin/members'],
  ['the recipient picker', '/admin/get-users'],
])('%s', (list, path) => {
  it('has a page, and the total, within a second', async () => {
    const { total, pagination } = await get(path);
    expect(total ?? pagination.total).toBe(CROWD + 1);
    expect(await millisecondsOf(`${list}, a page`, () => get(path))).toBeLessThan(LIST_MS);
    const search = () => get(`${path}?search=${CROWD - 1}@crowd`);
    expect(await millisecondsOf(`${list}, a search`, search)).toBeLessThan(LIST_MS);
  });
});

it.each<[string, ExportColumn[], string?]>([
  ['an address', ['email']],
  ['all columns', [...EXPORT_COLUMN_NAMES]],
  ['the roll of a day', ['email'], '2026-05-01'],
])('an export of %s is done within 8 s', async (what, columns, activeOn) => {
  const context = { ...api.context, now: () => new Date() };
  let members = 0;
  const run = async () => {
    ({ members } = await exportMembers(context, OPERATOR, { search: '', columns, activeOn }));
  };
  expect(await millisecondsOf(`export of ${what}`, run)).toBeLessThan(EXPORT_MS);
  expect(members).toBeGreaterThanOrEqual(70);
});
