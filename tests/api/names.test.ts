import { beforeAll, describe, expect, it } from 'vitest';
import { network, startApi } from '../support/api/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let token: string;
beforeAll(async () => {
  api = await startApi();
  await api.register({ userName: 'teapot' });
  await api.register({ userName: 'bunny', email: 'bunny@example.org' });
  token = (await api.signIn('bunny')).body.token;
});

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
    ['capitals', 'TEAPOT'],
    ['full width', 'ｔｅａｐｏｔ'],
    ['letters for mathematics', '\u{1d4c9}eapot'],
  ])('is taken also when it is written in %s', async (_how, username) => {
    expect(await register(username)).toMatchObject({
      status: 409,
      body: { error: 'username-taken', message: 'Username already exists', type: 'username' },
    });
    expect((await rename(username)).body).toEqual({
      code: 0,
      error: 'username-taken',
      msg: 'Username already exists',
    });
  });

  it.each(['teapots', 'tea-pot', '李小明', 'Зоя', 'bunny2'])('%s is accepted', async (name) => {
    expect((await register(name)).status).toBe(201);
  });
});

it.each(['userName', 'firstName', 'lastName'])('%s cannot contain an invisible character', async (field) => {
  const hidden = { [field]: 'Tea\u00adpot' };
  const refused = (path: string) => ({ status: 400, body: { issues: [{ path }] } });
  expect(await register('stanford_dragon', hidden)).toMatchObject(refused(field));
  const path = field === 'userName' ? 'username' : field;
  expect(await rename('bunny', { [path]: 'Tea\u00adpot' })).toMatchObject(refused(path));
});
