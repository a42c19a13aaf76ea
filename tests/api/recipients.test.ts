import { describe, expect, it } from 'vitest';
import { insertMember, member } from '../support/api/make.ts';
import { startAdministered } from '../support/api/signed-in.ts';

const people: [string, string, ('active' | 'disabled')?][] = [
  ['armadillo@stanford.example', '2027-01-01'],
  ['bunny@stanford.example', '2025-01-01'],
  ['bunny+50%_off@stanford.example', ''],
  ['dragon@stanford.example', '2026-03-02'],
  ['lucy@stanford.example', '2027-01-01', 'disabled'],
];

const api = await startAdministered();
for (const [index, [email, activeUntil, state = 'active']] of people.entries())
  await insertMember(
    api.table,
    member({ uid: String(20_000_000 + index), username: `n${index}`, email, activeUntil, state }),
  );

const list = (query = '') => api.get(`/admin/get-users${query}`, { token: api.token });
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
});
