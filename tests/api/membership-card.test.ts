import { beforeEach, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { registration } from '../support/api/make.ts';
import { startSignedIn } from '../support/api/signed-in.ts';

let api: Awaited<ReturnType<typeof startSignedIn>>;
beforeEach(async () => {
  api = await startSignedIn();
});

const REFUSED = {
  status: 404,
  body: {
    message:
      'This link is not a valid membership card. It may be incomplete, or the member may have replaced it. Ask the member for a new one.',
  },
};
const renew = async () =>
  (await api.post('/membership/card', { action: 'create' }, { token: api.token })).body.data;
const revoke = () => api.post('/membership/card', { action: 'revoke' }, { token: api.token });
const tokenIn = (address: string) => address.slice(address.indexOf('#') + 1);
const check = (address: string, viewer?: string) =>
  api.post('/membership/proof', { token: tokenIn(address) }, viewer === undefined ? {} : { address: viewer });
const grant = (type: 'professional' | 'student', startDate: string, endDate: string) =>
  api.operator.grantTerm('utah_teapot', { type, startDate, endDate }, 'a test');

describe('a card link', () => {
  it('shows neither address nor username, and only the last four digits of the membership ID', async () => {
    await grant('student', '2026-03-02', '2027-01-01');
    const { address } = await renew();
    const { uid } = await api.operator.findMember('utah_teapot');
    const { status, body } = await check(address);
    expect(status).toBe(200);
    expect(body).toEqual({
      code: 1,
      msg: 'OK',
      data: {
        name: 'Utah Teapot',
        nameChangedOn: '',
        idEnding: uid.slice(-4),
        type: 'Student Member',
        status: 'active',
        validUntil: '2027-01-01',
        checkedAt: api.time.now.toISOString(),
      },
    });
    const { email, userName, affiliation } = registration();
    for (const secret of [uid, uid.slice(0, 5), email, userName, affiliation])
      expect(JSON.stringify(body) + address).not.toContain(secret);
  });

  it('shows the day of a changed name for 30 days, and of no other change', async () => {
    const { address } = await renew();
    const save = async (fields: object) => {
      const { data: profile } = (await api.get('/userinfo', { token: api.token })).body;
      const saved = await api.call(
        'PUT',
        '/userinfo',
        { ...profile, birth: '', ...fields },
        { token: api.token },
      );
      expect(saved.body.code).toBe(1);
    };
    const shown = async () => (await check(address)).body.data;
    await save({ affiliation: 'Cornell Box' });
    expect((await shown()).nameChangedOn).toBe('');
    await save({ firstName: 'Newell' });
    expect(await shown()).toMatchObject({ name: 'Newell Teapot', nameChangedOn: '2026-03-02' });
    api.pass(30 * 24 * 3_600_000 - 1);
    expect((await shown()).nameChangedOn).toBe('2026-03-02');
    api.pass(1);
    expect((await shown()).nameChangedOn).toBe('');
  });

  it('is checked 300 times in five minutes from a network', async () => {
    const { address } = await renew();
    await api.count(limitRules.reads, ['card', '203.0.113.7'], 299);
    expect((await check(address)).status).toBe(200);
    expect(await check(address)).toMatchObject({ status: 429, body: { retryAfterSeconds: 300 } });
    expect((await check(address, '198.51.100.9')).status).toBe(200);
  });

  it('is never checked by a token in the URL, where logs would store it', async () => {
    const path = `/membership/proof?token=${tokenIn((await renew()).address)}`;
    expect((await api.get(path)).status).toBe(405);
    expect((await api.post(path, {})).status).toBe(400);
  });
});

const disable = () => api.operator.disable('utah_teapot', 'a test');
const revokeAndEnable = async () => {
  await revoke();
  await disable();
  await api.operator.enable('utah_teapot', 'a test');
};
const ends: [string, () => Promise<unknown>][] = [
  ['revoked, and the account disabled and enabled', revokeAndEnable],
  ['renewed', renew],
  ['of a disabled account', disable],
  ['of a deleted account', () => api.deleteAccount(api.token)],
];
it.each(ends)('a card link that is %s is rejected like a forged one', async (_, end) => {
  const { address } = await renew();
  expect((await check(address)).status).toBe(200);
  await end();
  expect(await check(address)).toMatchObject(REFUSED);
  expect(await check('a'.repeat(22))).toMatchObject(REFUSED);
});
