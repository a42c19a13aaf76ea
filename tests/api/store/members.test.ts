import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Member } from '../../../functions/members/member.ts';
import { openTable, type Table } from '../../../functions/platform/table/table.ts';
import { insertMember, member } from '../../support/api/make.ts';
import { between } from '../../support/between.ts';
import { allRows, freshTable } from '../../support/table/dynamo.ts';

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

  it('leaves no partial account after crossing registrations', async () => {
    for (let n = 0; n < CROWD / 2; n += 1) {
      await Promise.all([
        add({ username: `left${n}`, email: `one${n}@example.org` }),
        add({ username: `left${n}`, email: `two${n}@example.org` }),
        add({ username: `right${n}`, email: `one${n}@example.org` }),
      ]);
    }
    const kinds = (await allRows(table)).map(({ pk, sk }) =>
      sk === 'PROFILE' ? 'PROFILE' : String(pk).split('#')[0],
    );
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    const members = count('PROFILE');
    expect(members).toBeGreaterThanOrEqual(CROWD / 2);
    expect(['USERNAME', 'EMAIL', 'REFERENCE', 'MAIL'].map(count)).toEqual([
      members,
      members,
      members,
      2 * members,
    ]);
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
