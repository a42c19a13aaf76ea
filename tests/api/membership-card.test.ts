import { beforeEach, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { put } from '../../functions/platform/table/writes.ts';
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

describe('the member’s card', () => {
  it('does not exist until it is created, and then keeps its link', async () => {
    expect(await own()).toEqual({ address: null, issuedAt: null });
    const made = await renew();
    expect(made).toEqual({
      address: expect.stringMatching(/^https:\/\/www\.example\.org\/proof#[\w-]{22}$/),
      issuedAt: api.time.now.toISOString(),
    });
    api.pass(60_000);
    expect(await own()).toEqual(made);
  });

  it('is not affected by a change of the profile or of the membership', async () => {
    const { address } = await renew();
    const { data: profile } = (await api.get('/userinfo', { token })).body;
    const update = { ...profile, birth: '', affiliation: 'Cornell Box' };
    expect((await api.call('PUT', '/userinfo', update, { token })).body.code).toBe(1);
    await grant('student', '2026-03-02', '2027-01-01');
    expect((await own()).address).toBe(address);
    expect((await check(address)).body.data.status).toBe('active');
  });
});

describe('a card link', () => {
  it.each([
    ['before the first term', undefined, { type: '', status: 'registered', validUntil: '' }],
    [
      'of a professional member',
      'professional',
      { type: 'Professional Member', status: 'active', validUntil: '2027-01-01' },
    ],
    ['of a student', 'student', { type: 'Student Member', status: 'active', validUntil: '2027-01-01' }],
  ] as const)('%s', async (_, type, shown) => {
    if (type) await grant(type, '2026-03-02', '2027-01-01');
    const { address } = await renew();
    const { status, body } = await check(address);
    expect(status).toBe(200);
    expect(body).toEqual({
      code: 1,
      msg: 'OK',
      data: {
        name: 'Utah Teapot',
        nameChangedOn: '',
        idEnding: expect.stringMatching(/^\d{4}$/),
        ...shown,
        checkedAt: api.time.now.toISOString(),
      },
    });
  });

  it('shows neither address nor username, and only the last four digits of the membership ID', async () => {
    await grant('student', '2026-03-02', '2027-01-01');
    const { address } = await renew();
    const { uid } = await api.operator.findMember('utah_teapot');
    const { email, userName, affiliation } = registration();
    const { body } = await check(address);
    expect(body.data.idEnding).toBe(uid.slice(-4));
    for (const secret of [uid, uid.slice(0, 5), email, userName, affiliation]) {
      expect(JSON.stringify(body) + address).not.toContain(secret);
    }
  });

  it.each([
    ['2027-01-01T15:59:59.999Z', { type: 'Student Member', status: 'active', validUntil: '2027-01-01' }],
    ['2027-01-01T16:00:00.000Z', { type: 'Student Member', status: 'expired', validUntil: '2027-01-01' }],
    ['2028-06-01T00:00:00Z', { type: 'Professional Member', status: 'active', validUntil: '2029-01-01' }],
    ['2026-03-01T00:00:00Z', { type: '', status: 'registered', validUntil: '' }],
  ])('at %s shows the status of a member whose membership begins again later', async (now, shown) => {
    await grant('student', '2026-03-02', '2027-01-01');
    await grant('professional', '2028-01-01', '2029-01-01');
    const { address } = await renew();
    api.time.now = new Date(now);
    expect((await check(address)).body.data).toMatchObject(shown);
  });

  it('shows the type of the present period, and the end of the last one that follows without a gap', async () => {
    await grant('student', '2026-03-02', '2027-01-01');
    await grant('professional', '2027-01-01', '2028-01-01');
    const { address } = await renew();
    const shown = { type: 'Student Member', status: 'active', validUntil: '2028-01-01' };
    expect((await check(address)).body.data).toMatchObject(shown);
  });
});

describe('an invalid card link', () => {
  const ends: [string, () => Promise<unknown>][] = [
    ['revoked', revoke],
    ['renewed', renew],
    ['revoked and renewed', async () => [await revoke(), await renew()]],
    ['of a disabled account', () => api.operator.disable('utah_teapot', 'a test')],
    ['of a deleted account', () => api.deleteAccount(token)],
  ];
  it.each(ends)('because it is %s is rejected like a forged one', async (_, end) => {
    const { address } = await renew();
    expect((await check(address)).status).toBe(200);
    await end();
    expect(await check(address)).toMatchObject(REFUSED);
  });

  it('because it is forged is rejected', async () => {
    await renew();
    for (const forged of ['', 'a'.repeat(22), 'a'.repeat(51), '\u0000', '{"$gt":""}'])
      expect([forged, await check(forged)]).toMatchObject([forged, REFUSED]);
  });

  it('works again when the account is enabled, unless it was revoked before', async () => {
    const disableAndEnable = async () => {
      await api.operator.disable('utah_teapot', 'a test');
      await api.operator.enable('utah_teapot', 'a test');
    };
    const { address } = await renew();
    await disableAndEnable();
    expect((await check(address)).status).toBe(200);
    token = (await api.signIn()).body.token;
    await revoke();
    await disableAndEnable();
    expect(await check(address)).toMatchObject(REFUSED);
  });

  it('is every one but the last of several created at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, renew));
    expect(new Set(made.map(({ address }) => address)).size).toBe(8);
    const { address } = await own();
    for (const each of made) {
      expect((await check(each.address)).status).toBe(each.address === address ? 200 : 404);
    }
  });
});

describe('the row of a card', () => {
  it('is deleted with the card and with the account', async () => {
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

  it('is ignored if its member has another card', async () => {
    const { address } = await renew();
    const { uid } = await api.operator.findMember('utah_teapot');
    const stray = 'a'.repeat(22);
    await api.table.commit([put('card', { ...keys.card(stray), uid })]);
    expect(await check(stray)).toMatchObject(REFUSED);
    expect((await check(address)).status).toBe(200);
  });

  it('is not restored by a simultaneous change of the profile', async () => {
    const { address } = await renew();
    const before = await api.operator.findMember('utah_teapot');
    await revoke();
    const after = { ...before, affiliation: 'Cornell Box', version: before.version + 1 };
    const failed = await api.table.commit(api.deps.members.updateProfileWrites(before, after));
    expect(failed.map(({ label }) => label)).toEqual(['member']);
    expect((await check(address)).status).toBe(404);
  });
});

describe('a name on the card', () => {
  const rename = async (firstName: string, affiliation = '') => {
    const { data: profile } = (await api.get('/userinfo', { token })).body;
    const update = { ...profile, birth: '', firstName, affiliation };
    expect((await api.call('PUT', '/userinfo', update, { token })).body.code).toBe(1);
  };
  const DAY = 24 * 3_600_000;

  it('shows the date of a change for 30 days', async () => {
    const { address } = await renew();
    await rename('Newell');
    expect((await check(address)).body.data).toMatchObject({
      name: 'Newell Teapot',
      nameChangedOn: '2026-03-02',
    });
    api.pass(30 * DAY - 1);
    expect((await check(address)).body.data.nameChangedOn).toBe('2026-03-02');
    api.pass(1);
    expect((await check(address)).body.data.nameChangedOn).toBe('');
  });

  it('shows no change if only the rest of the profile was changed', async () => {
    const { address } = await renew();
    await rename('Utah', 'Cornell Box');
    expect((await check(address)).body.data.nameChangedOn).toBe('');
  });
});

describe('the check of a card', () => {
  it('takes no token in the URL, where logs would store it', async () => {
    const { address } = await renew();
    const path = `/membership/proof?token=${tokenIn(address)}`;
    expect((await api.get(path)).status).toBe(405);
    expect((await api.post(path, {})).status).toBe(400);
  });
});

describe('the limit of checks', () => {
  it('is 300 in five minutes for a network', async () => {
    const { address } = await renew();
    await api.count(limitRules.cardChecks, '203.0.113.7', 299);
    expect((await check(address)).status).toBe(200);
    expect(await check(address)).toMatchObject({ status: 429, body: { retryAfterSeconds: 300 } });
    expect((await check(address, '198.51.100.9')).status).toBe(200);
  });

  it('allows checks if the counter cannot be reached', async () => {
    const { address } = await renew();
    api.deps.limits.increment = () => Promise.reject(new Error('no table'));
    expect((await check(address)).status).toBe(200);
    expect(api.reports.some(({ event }) => event === 'limit-unavailable')).toBe(true);
  });
});
