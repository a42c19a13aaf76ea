import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Member } from '../../../functions/members/member.ts';
import { openTable, type Table } from '../../../functions/platform/table/table.ts';
import { insertMember, member } from '../../support/api/make.ts';
import { between } from '../../support/between.ts';
import { freshTable } from '../../support/table/dynamo.ts';

/** The number of simultaneous registrations. */
const CROWD = 12;

let table: Table;
beforeEach(async () => {
  table = await freshTable();
});

const add = (given: Partial<Member> = {}, attemptId = randomUUID(), through = table) => {
  const one = member({ uid: String(10_000_000 + (randomBytes(4).readUInt32BE() % 89_999_999)), ...given });
  return insertMember(through, one, attemptId);
};

describe('adding a member', () => {
  it.each([
    ['username', (n: number) => ({ email: `a${n}@example.org` })],
    ['email', (n: number) => ({ username: `name${n}` })],
  ])('accepts one of several simultaneous registrations of a %s', async (taken, others) => {
    const results = await Promise.all(Array.from({ length: CROWD }, (_, n) => add(others(n))));
    expect(results.filter((result) => result === 'inserted')).toHaveLength(1);
    expect(results.filter((result) => result === `${taken}-taken`)).toHaveLength(CROWD - 1);
  });

  it('tries another uid if one is taken, but recognises its own rows after DynamoDB has forgotten the call', async () => {
    const attemptId = randomUUID();
    const one = { uid: '12345678' };
    expect(await add(one, attemptId)).toBe('inserted');
    expect(await add({ ...one, username: 'b', email: 'b@example.org' })).toBe('uid-taken');
    const endpoint = await between(async ({ body, pass }) => {
      const { ClientRequestToken, ...call } = JSON.parse(body);
      expect(ClientRequestToken).toBe(attemptId);
      (await pass(JSON.stringify(call)))();
    });
    expect(await add(one, attemptId, openTable(table.name, { endpoint }))).toBe('inserted');
  });
});
