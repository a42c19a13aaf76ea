import { beforeAll, describe, expect, it } from 'vitest';
import type { Attendance } from '../../functions/conferences/conference.ts';
import { insertMember, member } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';
import { readExport } from '../support/api/stored-files.ts';

/** What an administrator does with several members: saved filters, conferences as a filter, actions on a selection. */

let api: Awaited<ReturnType<typeof startAdministered>>;
let token: string;
const uids = ['30000001', '30000002', '30000003'];
const [first = '', second = '', third = ''] = uids;
const models: Attendance = { name: 'Models 2025', venue: 'Kyoto', date: 'June 3 – 5, 2025', link: '' };
const shapes: Attendance = { name: 'Shapes 2026', venue: '', date: '2026-05-01', link: '' };

beforeAll(async () => {
  api = await startAdministered();
  ({ token } = api);
  for (const uid of uids) {
    const one = member({ uid, username: `n${uid}`, email: `n${uid}@models.example`, lastName: `N${uid}` });
    await insertMember(api.table, one, uid);
  }
});

const listed = async (query: string, path = '/admin/members') => {
  const { body } = await api.get(`${path}?search=models.example&${query}`, { token });
  return body.data.items.map(({ email }: { email: string }) => email.slice(1, email.indexOf('@')));
};
const filters = async () => (await api.get('/admin/segments', { token })).body.data;
const attend = (uid: string, conference: Attendance) =>
  api.operator.addConferenceRecord(`n${uid}`, conference, 'On the list');

describe('conferences that members attended', () => {
  it('are offered, the latest first, while somebody attended them, and filter members and recipients', async () => {
    await attend(first, models);
    await attend(second, models);
    await attend(second, shapes);
    const [latest, earlier] = (await filters()).conferences;
    expect([latest.name, earlier.name]).toEqual(['Shapes 2026', 'Models 2025']);
    for (const path of ['/admin/members', '/admin/get-users']) {
      expect(await listed(`conference=${earlier.id}`, path)).toEqual([first, second]);
      expect(await listed(`conference=${latest.id}`, path)).toEqual([second]);
      expect(await listed('conference=none', path)).toEqual([]);
    }
    const { entries } = await api.operator.listAudit('2026-03', 200);
    const asked = entries.flatMap(({ details }) => details['conference'] ?? []);
    expect(new Set(asked)).toEqual(new Set(['Models 2025', 'Shapes 2026', 'none']));
    await api.operator.removeConferenceRecord(`n${second}`, latest.id, 'A mistake');
    expect((await filters()).conferences.map(({ name }: Attendance) => name)).toEqual(['Models 2025']);
    await attend(third, shapes);
    expect(await listed(`conference=${latest.id}`)).toEqual([third]);
  });
});

it('segments are saved under their names, replaced and removed', async () => {
  const change = (action: string, name: string, filter?: object) =>
    api.post('/admin/segments', { action, name, filter }, { token });
  await change('save', 'Students until 2027', { type: 'student', activeUntil: '2027-01-01', status: '' });
  await change('save', 'Kyoto', { search: 'kyoto' });
  const later = { search: '', type: 'student', activeUntil: '2028-01-01' };
  expect((await change('save', 'students until 2027', later)).body.data.segments).toEqual([
    { name: 'Kyoto', filter: { search: 'kyoto' } },
    { name: 'students until 2027', filter: later },
  ]);
  await change('remove', 'Kyoto');
  expect((await filters()).segments).toHaveLength(1);
  expect((await change('save', ' ', {})).status).toBe(400);
  expect((await change('save', 'Gold', { type: 'gold' })).status).toBe(400);
});

describe('a selection', () => {
  const change = (fields: object) =>
    api.post('/admin/members', { reason: 'As the board decided', ...fields }, { token });

  it('changes the category of each, and says whom it concerned', async () => {
    await api.operator.setCategory(`n${second}`, 'fellow', 'First');
    const { body } = await change({
      action: 'set-category',
      category: 'fellow',
      uids: [...uids, first, '39999999'],
    });
    expect({ ...body.data, changed: body.data.changed.toSorted() }).toEqual({
      changed: [first, third],
      unchanged: [second],
      failed: [{ uid: '39999999', message: "This member doesn't exist." }],
    });
    expect(await listed('category=fellow')).toEqual(uids);
    const { history } = await api.operator.viewMember(`n${third}`);
    expect(history.entries).toContainEqual(
      expect.objectContaining({
        action: 'set-category',
        reason: 'As the board decided',
        details: { category: 'fellow', categoryBefore: 'ordinary' },
      }),
    );
  });

  it('gets a membership period once, however often it is asked for', async () => {
    const period = { type: 'student', startDate: '2026-03-02', endDate: '2027-01-01' };
    const grant = () => change({ action: 'grant-term', uids: [first, second], ...period });
    expect((await grant()).body.data.changed).toHaveLength(2);
    expect((await grant()).body.data).toMatchObject({ changed: [], failed: [] });
    expect(await listed('type=student&status=active')).toEqual([first, second]);
  });

  it('is exported alone', async () => {
    const input = { uids: [third, first], columns: ['uid'] };
    const { body } = await api.post('/admin/export-members', input, { token });
    expect(body.data.members).toBe(2);
    const { csv } = await readExport(api.deps.files, body.data.url);
    expect(csv.split('\r\n')).toEqual(['"Membership ID"', `"${first}"`, `"${third}"`]);
  });

  it('of nobody, or of more than a call takes, is refused', async () => {
    const category = { action: 'set-category', category: 'fellow' };
    const many = Array.from({ length: 51 }, (_, n) => String(40_000_000 + n));
    for (const selected of [[], many])
      expect((await change({ ...category, uids: selected })).status).toBe(400);
  });
});

it('pages are as long as asked for, up to 500', async () => {
  const page = await api.get('/admin/members?search=models.example&limit=2', { token });
  expect([page.body.data.items.length, page.body.data.total]).toEqual([2, 3]);
  expect((await api.get('/admin/members?limit=501', { token })).status).toBe(400);
});
