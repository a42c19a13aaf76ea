import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeRows } from '../../functions/platform/table/rows.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { startWithCountedDirectory } from '../support/api/counted-directory.ts';
import { insertMember, member, writeMembers } from '../support/api/make.ts';
import { sized } from '../support/sizes.ts';

/** The recipient picker of an association whose members are still read into memory, but are thousands. */

const CROWD = sized(200, 10_000);
const EXPIRED = 4;
/** Thousands were counted at night; most were deleted since. */
const HALF = (CROWD - EXPIRED) / 2 + 1200;
const COUNTED = { registered: HALF, active: HALF, expired: EXPIRED };

type Counted = Awaited<ReturnType<typeof startWithCountedDirectory>>;
let api: Counted['api'];
let entries: Counted['entries'];

const addressOf = (place: number) => `${String(place).padStart(5, '0')}@crowd.example`;
const activeUntilOf = (place: number) => {
  if (place >= CROWD - EXPIRED) return '2026-01-01';
  return place % 2 === 0 ? '2027-01-01' : '';
};
const writeCount = (statuses: typeof COUNTED) =>
  writeRows(api.table, [
    { ...keys.yearOfMembers(2026), year: 2026, statuses, categories: NO_CATEGORIES, isFromTerms: false },
  ]);
const NO_CATEGORIES = { ordinary: 0, 'institutional-contact': 0, fellow: 0, student: 0, honorary: 0 };

beforeAll(async () => {
  ({ api, entries } = await startWithCountedDirectory());
  const crowd = Array.from({ length: CROWD }, (_, place) =>
    member({
      uid: String(30_000_000 + place),
      username: `crowd_${place}`,
      email: addressOf(place),
      activeUntil: activeUntilOf(place),
    }),
  );
  await writeMembers(api.table, crowd);
});
beforeEach(async () => {
  await writeCount(COUNTED);
  entries.read = 0;
});

async function pick(query: Record<string, string> = {}) {
  const { body } = await api.get(`/admin/get-users?${new URLSearchParams(query)}`, { token: api.token });
  const found: string[] = body.data.items.map(({ email }: { email: string }) => email);
  return { found, total: body.data.pagination.total, msg: body.msg };
}
const places = (from: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, at) => addressOf(from + at * step));

describe('the first page of thousands of recipients', () => {
  it('reads itself alone, and has the total of the last night', async () => {
    expect(await pick()).toEqual({ found: places(0, 10), total: 2 * HALF + EXPIRED, msg: 'OK' });
    expect(entries.read).toBe(11);
  });

  it('is filtered by status', async () => {
    expect(await pick({ status: 'active' })).toMatchObject({ found: places(0, 10, 2), total: HALF });
    expect(await pick({ status: 'inactive' })).toMatchObject({
      found: places(1, 10, 2),
      total: HALF + EXPIRED,
    });
    expect(entries.read).toBeLessThan(50);
  });

  it('is followed by a second one that repeats and skips nobody, however old the reading was', async () => {
    await pick({ page: '2' });
    const early = member({ uid: '40000000', username: 'early', email: '!@early.example' });
    await insertMember(api.table, early, 'registration-early');
    expect((await pick()).found).toEqual(['!@early.example', ...places(0, 9)]);
    expect(await pick({ page: '2' })).toMatchObject({ found: places(9, 10), total: CROWD + 2 });
  });
});

describe('everybody is read', () => {
  it.each([
    ['for a longer page, with which all recipients are collected', { limit: '100' }, CROWD + 2],
    ['for a status that few have', { status: 'expired' }, EXPIRED],
    ['for a search', { search: 'crowd.example' }, CROWD],
    ['for a filter', { category: 'fellow' }, 0],
  ])('%s', async (_, query, total) => {
    expect((await pick(query)).total).toBe(total);
    expect(entries.read).toBe(CROWD + 2);
  });

  it('before the first count', async () => {
    await writeCount({ registered: 0, active: 0, expired: 0 });
    expect((await pick()).total).toBe(CROWD + 2);
    expect(entries.read).toBe(CROWD + 2);
  });
});
