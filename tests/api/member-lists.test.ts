import { expect, it } from 'vitest';
import { insertMember, member } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';

it('a selection of members gets a membership period once, however often it is asked for', async () => {
  const api = await startAdministered();
  const uids = ['30000001', '30000002'];
  for (const uid of uids)
    await insertMember(api.table, member({ uid, username: `n${uid}`, email: `n${uid}@models.example` }), uid);
  const period = { type: 'student', startDate: '2026-03-02', endDate: '2027-01-01' };
  const body = { action: 'grant-term', uids, ...period, reason: 'As the board decided' };
  const grant = async () => (await api.post('/admin/members', body, { token: api.token })).body.data;
  expect((await grant()).changed).toHaveLength(2);
  expect(await grant()).toMatchObject({ changed: [], failed: [] });
  for (const uid of uids) expect((await api.operator.viewMember(`n${uid}`)).terms).toHaveLength(1);
});
