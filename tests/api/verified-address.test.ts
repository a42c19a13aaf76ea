import { beforeEach, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { startSignedIn } from '../support/api/signed-in.ts';
import { atCalls } from '../support/table/at-calls.ts';

const MINUTE = 60_000;

let api: Awaited<ReturnType<typeof startSignedIn>>;
let token: string;
beforeEach(async () => {
  api = await startSignedIn();
  ({ token } = api);
});

const confirm = (code: string) => api.confirmEmail(token, code);
const isVerified = async () => (await api.get('/userinfo', { token })).body.data.emailVerified;

describe('the verified address', () => {
  it.each([
    ['a wrong one', async (code: string) => (code === '00000000' ? '11111111' : '00000000')],
    [
      'one of yesterday',
      async (code: string) => {
        api.pass(24 * 60 * MINUTE);
        token = await api.tokenOf();
        return code;
      },
    ],
    [
      'one that a new one replaced',
      async (code: string) => {
        await api.post('/user/email-verification', { action: 'send' }, { token });
        return code;
      },
    ],
  ])('is not verified by %s', async (_what, change) => {
    const code = await change(await api.codeFor('teapot@example.org'));
    const reply = await confirm(code);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe('This code is wrong or has expired. Request a new code.');
    expect(await isVerified()).toBe(false);
  });

  it('allows five guesses at a code, and thirty an hour, after which none is compared', async () => {
    const code = await api.codeFor('teapot@example.org');
    const guess = () => confirm(code === '00000000' ? '11111111' : '00000000');
    await Promise.all(Array.from({ length: 5 }, guess));
    expect((await confirm(code)).status).toBe(400);
    const { uid } = await api.operator.findMember('utah_teapot');
    await api.count(limitRules.verificationAttempts, uid, 23);
    expect((await guess()).status).toBe(400);
    let compared = 0;
    const stop = atCalls(api.table, /^UpdateItem .*VERIFICATION/, (go) => {
      compared += 1;
      return go();
    });
    expect(await guess()).toMatchObject({ status: 429, body: { retryAfterSeconds: 3600 } });
    expect(compared).toBe(0);
    stop();
    api.pass(60 * MINUTE);
    expect((await guess()).status).toBe(400);
  });
});
