import { expect, it } from 'vitest';
import { EXPORT_COLUMN_NAMES } from '#shared/export-columns';
import { mailLimits } from '#shared/mail-limits';
import { memberRow } from '../../functions/members/write-repository.ts';
import { writeRows } from '../../functions/platform/table/rows.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { REQUEST_MS } from '../../functions/platform/time-limits.ts';
import { member, term } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';
import { readExport } from '../support/api/stored-files.ts';
import { sized } from '../support/sizes.ts';

/** Members, the recipient picker and exports of the largest association that they are made for, within a request's time. */

const CROWD = 3000;
/** The roll reads the terms of each member in a call of its own. */
const ON_THE_ROLL = sized(CROWD / 3, CROWD);

function rowsOf(place: number) {
  const year = place < ON_THE_ROLL ? 2026 : 2025;
  const given = term(`${year}-01-01`, `${year + 1}-01-01`);
  const one = member({
    uid: String(30_000_000 + place),
    username: `crowd_${place}`,
    email: `${String(place).padStart(4, '0')}@crowd.example`,
    activeUntil: given.endDate,
    activePeriods: [given],
    membershipType: given.type,
  });
  return [memberRow(one), { ...keys.term(one.uid, given.endDate, given.id), ...given }];
}

const api = await startAdministered();
const { token } = api;
await writeRows(api.table, Array.from({ length: CROWD }, (_, place) => rowsOf(place)).flat());
// The small size runs beside all other tests.
api.limit.limitMs = sized(5, 1) * REQUEST_MS;

it.each([
  ['Members', '/admin/members', 500, 500],
  // Whoever chooses all of them gets them by one call.
  ['the recipient picker', '/admin/get-users', mailLimits.recipients, CROWD + 1],
])('%s can be opened and searched with 3,000 members', async (_, path, limit, shown) => {
  const list = async (query: string) => {
    const { status, body } = await api.get(`${path}?${query}`, { token });
    expect(status).toBe(200);
    const { items, total, pagination } = body.data;
    return { shown: items.length, total: total ?? pagination.total };
  };
  expect(await list(`limit=${limit}`)).toEqual({ shown, total: CROWD + 1 });
  expect(await list(`search=${CROWD - 1}@crowd`)).toEqual({ shown: 1, total: 1 });
});

it.each([
  ['all members', {}, CROWD + 1],
  ['the roll of a day', { activeOn: '2026-05-01' }, ON_THE_ROLL],
])('an export of %s is made from 3,000 members in one call', async (_, input, expected) => {
  const chosen = { columns: EXPORT_COLUMN_NAMES, ...input };
  const { status, body } = await api.post('/admin/export-members', chosen, { token });
  expect(status).toBe(200);
  expect(body.data.members).toBe(expected);
  const { csv } = await readExport(api.context.files, body.data.url);
  const [, ...lines] = csv.split('\r\n');
  expect(new Set(lines).size).toBe(expected);
});
