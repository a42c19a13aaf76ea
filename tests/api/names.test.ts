import { beforeAll, describe, expect, it } from 'vitest';
import { network, startApi } from '../support/api/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let token: string;
beforeAll(async () => {
  api = await startApi();
  await api.register({ userName: 'teapot' });
  await api.operator.grantAdmin('teapot');
  await api.register({ userName: 'al', email: 'al@example.org' });
  await api.operator.grantAdmin('al');
  await api.register({ userName: 'cornell box', email: 'box@example.org' });
  await api.operator.grantAdmin('cornell box');
  await api.register({ userName: 'bunny', email: 'bunny@example.org' });
  token = (await api.signIn('bunny')).body.token;
});

const taken = {
  status: 409,
  body: { error: 'username-taken', message: 'Username already exists', type: 'username' },
};
let turn = 0;
function register(
  userName: string,
  names: { userName?: string; firstName?: string; lastName?: string } = {},
) {
  turn += 1;
  return api.register({ userName, email: `member-${turn}@example.org`, ...names }, network(turn));
}
const rename = (username: string, names: object = {}) =>
  api.call('PUT', '/userinfo', { username, email: 'bunny@example.org', ...names }, { token });

describe('a new username', () => {
  it.each([
    ['Cyrillic letters', 't\u0435\u0430p\u043et'],
    ['one Cyrillic letter in capitals', 'TEAP\u041eT'],
    ['digits', 'teap0t'],
    ['a Greek letter', 'teap\u03bft'],
    ['letters for mathematics', '\u{1d4c9}eapot'],
    ['a capital i', 'aI'],
    ['a digit one', 'a1'],
    ['two spaces', 'cornell  box'],
    ['a wide space more', 'Cornell \u3000box'],
  ])('cannot look like an administrator’s by %s', async (_how, twin) => {
    expect(await register(twin)).toMatchObject(taken);
    expect((await rename(twin)).body).toEqual({
      code: 0,
      error: 'username-taken',
      msg: 'Username already exists',
    });
  });

  it.each(['teapots', 'tea-pot', '李小明', 'Зоя', 'bunny2'])('%s is accepted', async (name) => {
    expect((await register(name)).status).toBe(201);
  });

  it('of an administrator can be written differently by themselves', async () => {
    const own = (await api.signIn('al')).body.token;
    const body = { username: 'AL', email: 'al@example.org' };
    expect((await api.call('PUT', '/userinfo', body, { token: own })).body).toMatchObject({ code: 1 });
    const other = { ...body, username: 'a1' };
    expect((await api.call('PUT', '/userinfo', other, { token: own })).body).toMatchObject({ code: 1 });
  });
});

it.each(['userName', 'firstName', 'lastName'])('%s cannot contain an invisible character', async (field) => {
  const hidden = { [field]: 'Tea\u00adpot' };
  const refused = (path: string) => ({ status: 400, body: { issues: [{ path }] } });
  expect(await register('stanford_dragon', hidden)).toMatchObject(refused(field));
  const path = field === 'userName' ? 'username' : field;
  expect(await rename('bunny', { [path]: 'Tea\u00adpot' })).toMatchObject(refused(path));
});
