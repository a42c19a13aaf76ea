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

const notANumber = ['0x10', '1e2', ' 7 ', '-1', '1.0', '', '１', 'Infinity', '0', '9'.repeat(20)];
const notAPlace = ['abc', '', '#', '2026-03-02', 'a@b@c', '2026-03-02T08:00:00.000Z', 'x'.repeat(2000), '[]'];

describe('a number in a query', () => {
  const rows = rowsWith('page', 'limit');

  it('is used by these calls', () =>
    expect(rows.map(({ name, field }) => `${name}.${field}`)).toEqual([
      'getMembers.limit',
      'getRecipients.page',
      'getRecipients.limit',
      'getDeliveries.limit',
    ]));

  it.each(rows)('$field of $path accepts decimal digits only', async ({ field, ...row }) => {
    for (const value of notANumber) {
      const reply = await request(row, { [field]: value });
      expect([value, reply.status, reply.body.issues?.[0]?.path]).toEqual([value, 400, field]);
    }
    expect((await request(row, { [field]: '7' })).status).not.toBe(400);
  });
});

describe('a cursor of a list', () => {
  const rows = rowsWith('cursor');

  it('is accepted by every call that returns one', () => {
    const paged = endpoints
      .filter(({ method, reply }) => method === 'GET' && givesNext(reply))
      .map(({ name }) => name);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(paged.toSorted());
  });

  it.each(rows)('$field of $path must have the list’s own form', async ({ field, ...row }) => {
    for (const value of notAPlace) {
      const reply = await request(row, { [field]: value });
      expect([value, reply.status, reply.body.issues?.[0]?.path]).toEqual([value, 400, field]);
    }
  });

  it('of a month’s log must be within that month in Hong Kong', async () => {
    const [row] = rows.filter(({ name }) => name === 'getAudit');
    if (!row) throw new Error('getAudit is gone');
    const statusOf = async (instant: string, fields = {}) =>
      (await request(row, { cursor: `${instant}#0123456789abcdef`, ...fields })).status;
    // 1 March in Hong Kong begins on 28 February in UTC.
    expect(await statusOf('2026-02-28T16:00:00.000Z')).toBe(200);
    expect(await statusOf('2026-03-31T15:59:59.999Z')).toBe(200);
    expect(await statusOf('2026-02-28T15:59:59.999Z')).toBe(400);
    expect(await statusOf('2026-03-31T16:00:00.000Z')).toBe(400);
    expect(await statusOf('2025-12-31T16:00:00.000Z', { uid: '31415926' })).toBe(200);
  });

  it('of addresses must be within the search', async () => {
    const [row] = rows.filter(({ name }) => name === 'getSuppressions');
    if (!row) throw new Error('getSuppressions is gone');
    expect((await request(row, { search: 'B', cursor: 'bunny@example.org' })).status).toBe(200);
    expect((await request(row, { search: 'b', cursor: 'chen@example.org' })).status).toBe(400);
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
