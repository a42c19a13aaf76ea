import { beforeEach, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { registration } from '../support/api/make.ts';
import { startSignedIn } from '../support/api/signed-in.ts';
import { allRows } from '../support/table/dynamo.ts';

let api: Awaited<ReturnType<typeof startSignedIn>>;
let token: string;
beforeEach(async () => {
  api = await startSignedIn();
  ({ token } = api);
});

const REFUSED = {
  status: 404,
  body: {
    message:
      'This link is not a valid membership card. It may be incomplete, or the member may have replaced it. Ask the member for a new one.',
  },
};
const own = async () => (await api.get('/membership/card', { token })).body.data;
const renew = async () => (await api.post('/membership/card', { action: 'create' }, { token })).body.data;
const revoke = () => api.post('/membership/card', { action: 'revoke' }, { token });
const tokenIn = (address: string) => address.slice(address.indexOf('#') + 1);
const check = (address: string, viewer?: string) =>
  api.post('/membership/proof', { token: tokenIn(address) }, viewer === undefined ? {} : { address: viewer });
const grant = (type: 'professional' | 'student', startDate: string, endDate: string) =>
  api.operator.grantTerm('utah_teapot', { type, startDate, endDate }, 'a test');

describe('a card link', () => {
  it('does not exist until it is created, and then stays', async () => {
    expect(await own()).toEqual({ address: null, issuedAt: null });
    const made = await renew();
    expect(made).toEqual({
      address: expect.stringMatching(/^https:\/\/www\.example\.org\/proof#[\w-]{22}$/),
      issuedAt: api.time.now.toISOString(),
    });
    api.pass(60_000);
    expect(await own()).toEqual(made);
  });

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

  it.each([
    ['before the first term', '2026-03-01T00:00:00Z', ['', 'registered', '']],
    ['on its last day', '2027-01-01T15:59:59.999Z', ['Student Member', 'active', '2027-01-01']],
    ['on the day after it', '2027-01-01T16:00:00.000Z', ['Student Member', 'expired', '2027-01-01']],
    // Other terms follow without a gap.
    ['in a later one', '2028-06-01T00:00:00Z', ['Professional Member', 'active', '2030-01-01']],
  ])('%s shows type, status and end of that day', async (_, now, [type, status, validUntil]) => {
    await grant('student', '2026-03-02', '2027-01-01');
    await grant('professional', '2028-01-01', '2029-01-01');
    await grant('student', '2029-01-01', '2030-01-01');
    const { address } = await renew();
    api.time.now = new Date(now);
    expect((await check(address)).body.data).toMatchObject({ type, status, validUntil });
  });

  it('shows the day of a changed name for 30 days, and of no other change', async () => {
    const { address } = await renew();
    const save = async (fields: object) => {
      const { data: profile } = (await api.get('/userinfo', { token })).body;
      const saved = await api.call('PUT', '/userinfo', { ...profile, birth: '', ...fields }, { token });
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
    await api.count(limitRules.cardChecks, '203.0.113.7', 299);
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

describe('an invalid card link', () => {
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
    ['of a deleted account', () => api.deleteAccount(token)],
  ];
  it.each(ends)('because it is %s is rejected like a forged one', async (_, end) => {
    const { address } = await renew();
    expect((await check(address)).status).toBe(200);
    await end();
    expect(await check(address)).toMatchObject(REFUSED);
    expect(await check('a'.repeat(22))).toMatchObject(REFUSED);
  });

  it('is every one but the last of several created at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, renew));
    expect(new Set(made.map(({ address }) => address)).size).toBe(8);
    const { address } = await own();
    for (const each of made)
      expect((await check(each.address)).status).toBe(each.address === address ? 200 : 404);
  });

  it('has no row: it is deleted with the card and with the account', async () => {
    const cards = async () => (await allRows(api.table)).filter(({ pk }) => String(pk).startsWith('CARD#'));
    await renew();
    const { address } = await renew();
    const { uid } = await api.operator.findMember('utah_teapot');
    expect(await cards()).toEqual([{ pk: `CARD#${tokenIn(address)}`, sk: 'CARD', uid }]);
    await revoke();
    expect(await cards()).toEqual([]);
    await renew();
    await api.deleteAccount(token);
    expect(await cards()).toEqual([]);
  });
});
