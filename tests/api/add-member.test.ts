import { beforeEach, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { startAdminApi } from '../support/api/admin.ts';

let api: Awaited<ReturnType<typeof startAdminApi>>;
beforeEach(async () => {
  api = await startAdminApi();
  api.pass(1000);
});

const person = {
  email: 'dragon@example.org',
  firstName: 'Asian',
  lastName: 'Dragon',
  affiliation: 'Stanford University',
  country: 'Japan',
  category: 'fellow',
  emailVerified: false,
  isInvited: false,
  reason: 'Wrote to the office',
};
const add = (fields: object = {}) =>
  api.post('/admin/add-member', { ...person, ...fields }, { token: api.token });

it('adding a member invites one address ten times a day at most', async () => {
  const invite = async () => (await add({ isInvited: true })).status;
  await api.count(limitRules.emails, ['administrator', person.email], 9);
  expect(await invite()).toBe(200);
  await api.operator.deleteMember('dragon', 'By mistake');
  expect(await invite()).toBe(429);
  expect((await add()).status).toBe(200);
});
