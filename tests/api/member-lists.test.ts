import { describe, expect, it } from 'vitest';
import type { Attendance } from '../../functions/conferences/conference.ts';
import { insertMember, member } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';

/** What an administrator does with several members: conferences as a filter, a period for a selection. */

const api = await startAdministered();
const { token } = api;
const uids = ['30000001', '30000002', '30000003'];
const [first = '', second = '', third = ''] = uids;
const models: Attendance = { name: 'Models 2025', venue: 'Kyoto', date: 'June 3 – 5, 2025', link: '' };
const shapes: Attendance = { name: 'Shapes 2026', venue: '', date: '2026-05-01', link: '' };

for (const uid of uids) {
  const one = member({ uid, username: `n${uid}`, email: `n${uid}@models.example`, lastName: `N${uid}` });
  await insertMember(api.table, one, uid);
}

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
    await api.operator.removeConferenceRecord(`n${second}`, 'A mistake', latest.id);
    expect((await filters()).conferences.map(({ name }: Attendance) => name)).toEqual(['Models 2025']);
    await attend(third, shapes);
    expect(await listed(`conference=${latest.id}`)).toEqual([third]);
  });
});

it('a selection of members gets a membership period once, however often it is asked for', async () => {
  const period = { type: 'student', startDate: '2026-03-02', endDate: '2027-01-01' };
  const body = { action: 'grant-term', uids: [first, second], ...period, reason: 'As the board decided' };
  const grant = async () => (await api.post('/admin/members', body, { token })).body.data;
  expect((await grant()).changed).toHaveLength(2);
  expect(await grant()).toMatchObject({ changed: [], failed: [] });
  expect(await listed('type=student&status=active')).toEqual([first, second]);
  for (const uid of [first, second]) expect((await api.operator.viewMember(`n${uid}`)).terms).toHaveLength(1);
});
