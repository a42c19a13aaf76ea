import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { canonicalize } from '#shared/text';
import type { Member } from '../../../functions/members/member.ts';
import type { Members } from '../../../functions/members/repository.ts';
import { membersRepository } from '../../../functions/members/repository.ts';
import { openTable, type Table } from '../../../functions/platform/table/table.ts';
import { insertMember, member } from '../../support/api/make.ts';
import { between } from '../../support/between.ts';
import { allRows, freshTable } from '../../support/table/dynamo.ts';

/** The number of simultaneous registrations. */
const CROWD = 30;

let table: Table;
let members: Members;
/** The table through which members are added. */
let through: Table;
beforeEach(async () => {
  table = await freshTable();
  through = table;
  members = membersRepository(table);
});

const add = (given: Partial<Member> = {}, attemptId = randomUUID()) => {
  const one = member({ uid: String(10_000_000 + (randomBytes(4).readUInt32BE() % 89_999_999)), ...given });
  return insertMember(through, one, attemptId);
};

const keysInTable = async () =>
  (await allRows(table)).map(({ pk, sk }) => (sk === 'PROFILE' ? 'PROFILE' : String(pk).split('#')[0]));

describe('adding a member', () => {
  it('reads what was written, by uid and by username', async () => {
    const one = member();
    await add(one);
    expect(await members.findMember(one.uid)).toEqual(one);
    expect(await members.findMemberByUsername(canonicalize(one.username))).toEqual(one);
  });

  it('accepts one of several simultaneous registrations of a username', async () => {
    const results = await Promise.all(
      Array.from({ length: CROWD }, (_, n) => add({ email: `a${n}@example.org` })),
    );
    expect(results.filter((result) => result === 'inserted')).toHaveLength(1);
    expect(results.filter((result) => result === 'username-taken')).toHaveLength(CROWD - 1);
  });

  it('accepts one of several simultaneous registrations of an address', async () => {
    const results = await Promise.all(Array.from({ length: CROWD }, (_, n) => add({ username: `name${n}` })));
    expect(results.filter((result) => result === 'inserted')).toHaveLength(1);
    expect(results.filter((result) => result === 'email-taken')).toHaveLength(CROWD - 1);
  });

  it('leaves no partial account after crossing registrations', async () => {
    for (let n = 0; n < CROWD / 2; n += 1) {
      await Promise.all([
        add({ username: `left${n}`, email: `one${n}@example.org` }),
        add({ username: `left${n}`, email: `two${n}@example.org` }),
        add({ username: `right${n}`, email: `one${n}@example.org` }),
      ]);
    }
    const kinds = await keysInTable();
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    expect(count('PROFILE')).toBeGreaterThanOrEqual(CROWD / 2);
    expect(count('USERNAME')).toBe(count('PROFILE'));
    expect(count('EMAIL')).toBe(count('PROFILE'));
    expect(count('REFERENCE')).toBe(count('PROFILE'));
    expect(count('MAIL')).toBe(2 * count('PROFILE'));
  });

  it('tries another uid if one is taken', async () => {
    await add({ uid: '12345678' });
    expect(await add({ uid: '12345678', username: 'b', email: 'b@example.org' })).toBe('uid-taken');
  });

  it('recognises its own rows even after the ten minutes for which DynamoDB remembers a call', async () => {
    const attemptId = randomUUID();
    const one = { uid: '12345678' };
    expect(await add(one, attemptId)).toBe('inserted');
    const endpoint = await between(async ({ body, pass }) => {
      const { ClientRequestToken, ...call } = JSON.parse(body);
      expect(ClientRequestToken).toBe(attemptId);
      (await pass(JSON.stringify(call)))();
    });
    through = openTable(table.name, { endpoint });
    expect(await add(one, attemptId)).toBe('inserted');
  });
});

describe('the directory', () => {
  it('has every member by canonical address, without secrets', async () => {
    await add({ username: 'B', email: 'Beta@Example.org' });
    await add({ username: 'A', email: 'alpha@example.org' });
    const { Items = [] } = await table.call('Query', {
      IndexName: 'directory',
      KeyConditionExpression: 'directory = :all',
      ExpressionAttributeValues: { ':all': 'MEMBER' },
    });
    expect(Items.map(({ directoryKey }) => directoryKey)).toEqual(['alpha@example.org', 'beta@example.org']);
    expect(Object.keys(Items[0] ?? {})).not.toEqual(expect.arrayContaining(['passwordHash']));
  });
});
