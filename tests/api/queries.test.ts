import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, hasQuery } from '../../functions/contract/endpoint.ts';
import { endpoints } from '../../functions/contract/endpoints.ts';
import { fieldsOf } from '../support/api/calls.ts';
import { startAdministered } from '../support/api/signed-in.ts';

let api: Awaited<ReturnType<typeof startAdministered>>;
beforeAll(async () => {
  api = await startAdministered();
});

const rowsWith = (...names: string[]) =>
  endpoints.filter(hasQuery).flatMap((row) =>
    fieldsOf(row)
      .filter((name) => names.includes(name))
      .map((field) => ({ ...row, field })),
  );

/** The other fields that a call requires. */
const needed: Record<string, Record<string, string>> = {
  getAudit: { month: '2026-03' },
  getDeliveries: { id: 'ab'.repeat(16) },
  getLedger: { year: '2026' },
  getMemberEmails: { uid: '31415926' },
};
const request = ({ name, path }: Endpoint, fields: Record<string, string>) =>
  api.get(`${path}?${new URLSearchParams({ ...needed[name], ...fields })}`, { token: api.token });

async function expectRefused(row: Endpoint & { field: string }, values: string[]) {
  for (const value of values) {
    const reply = await request(row, { [row.field]: value });
    expect([value, reply.status, reply.body.issues?.[0]?.path]).toEqual([value, 400, row.field]);
  }
}

describe('a query', () => {
  it.each(rowsWith('page', 'limit'))('to $path has decimal digits only as its $field', async (row) => {
    await expectRefused(row, ['0x10', '1e2', ' 7 ', '-1', '1.0', '', '１', '0', '9'.repeat(20)]);
    expect((await request(row, { [row.field]: '7' })).status).not.toBe(400);
  });

  it.each(rowsWith('cursor'))('to $path has a $field of the list’s own form', async (row) => {
    await expectRefused(row, ['abc', '', '#', '2026-03-02', 'a@b@c', 'x'.repeat(2000), '[]']);
  });

  it('can go on with every list that returns a cursor', () => {
    const paged = endpoints.filter(({ method, reply }) => method === 'GET' && givesNext(reply));
    const takesCursor = rowsWith('cursor').map(({ name }) => name);
    expect(takesCursor.toSorted()).toEqual(paged.map(({ name }) => name).toSorted());
  });

  // A month of the log is one of Hong Kong: 1 March begins on 28 February in UTC.
  it.each<[path: string, query: Record<string, string>, status: number]>([
    ['/admin/audit', { month: '2026-03', cursor: '2026-02-28T16:00:00.000Z#0123456789abcdef' }, 200],
    ['/admin/audit', { month: '2026-03', cursor: '2026-02-28T15:59:59.999Z#0123456789abcdef' }, 400],
    ['/admin/audit', { month: '2026-03', cursor: '2026-03-31T16:00:00.000Z#0123456789abcdef' }, 400],
    [
      '/admin/audit',
      { month: '2026-03', uid: '31415926', cursor: '2025-12-31T16:00:00.000Z#0123456789abcdef' },
      200,
    ],
    ['/admin/suppressions', { search: 'B', cursor: 'bunny@example.org' }, 200],
    ['/admin/suppressions', { search: 'b', cursor: 'chen@example.org' }, 400],
  ])('to %s with a cursor outside of what it asks for is refused: %j', async (path, query, status) => {
    const reply = await api.get(`${path}?${new URLSearchParams(query)}`, { token: api.token });
    expect(reply.status).toBe(status);
  });
});

/** Whether the envelope's data has a `next`. */
function givesNext(reply: z.ZodMiniType): boolean {
  const { properties = {} } = z.toJSONSchema(reply, { unrepresentable: 'any' });
  const { data } = properties;
  return (
    typeof data === 'object' && 'properties' in data && Object.keys(data.properties ?? {}).includes('next')
  );
}
