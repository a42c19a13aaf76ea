import { beforeEach, describe, expect, it, vi } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { startSignedIn } from '../support/api/signed-in.ts';
import { allRows } from '../support/table/dynamo.ts';

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
  const codeRows = async () => (await allRows(api.table)).filter(({ sk }) => sk === 'VERIFICATION');

  it('is verified by an operator as well, which voids the code', async () => {
    expect(await codeRows()).toHaveLength(1);
    await api.operator.markEmailVerified('Utah_Teapot');
    expect(await isVerified()).toBe(true);
    expect(await codeRows()).toEqual([]);
  });

  it('is not verified by an operator if the member has changed meanwhile', async () => {
    const before = await api.operator.findMember('utah_teapot');
    await api.operator.grantAdmin('utah_teapot');
    const failed = await api.table.commit([api.deps.members.verifyEmailWrite(before)]);
    expect(failed.map(({ label }) => label)).toEqual(['member']);
    expect(await isVerified()).toBe(false);
  });

  it('is verified by the code of the registration, which is void then; a repeat after a lost reply succeeds', async () => {
    const code = await api.codeFor('teapot@example.org');
    expect(await isVerified()).toBe(false);
    for (const reply of [await confirm(code), await confirm(code)])
      expect([reply.status, reply.body.message]).toEqual([200, 'Your email address is verified.']);
    expect(await isVerified()).toBe(true);
    expect(await codeRows()).toEqual([]);
  });

  it.each([
    ['a wrong one', async (code: string) => (code === '00000000' ? '11111111' : '00000000')],
    [
      'one of yesterday',
      async (code: string) => {
        api.pass(24 * 60 * MINUTE);
        token = (await api.signIn()).body.token;
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

  it('allows thirty guesses an hour, after which none is compared', async () => {
    const guess = () => confirm('00000000');
    const { uid } = await api.operator.findMember('utah_teapot');
    await api.count(limitRules.verificationAttempts, uid, 29);
    expect((await guess()).status).toBe(400);
    const claimGuess = vi.spyOn(api.deps.codes, 'claimGuess');
    expect(await guess()).toMatchObject({ status: 429, body: { retryAfterSeconds: 3600 } });
    expect(claimGuess).not.toHaveBeenCalled();
    api.pass(60 * MINUTE);
    expect((await guess()).status).toBe(400);
  });

  it('gets a new code on request, one in 55 seconds, with the time to wait', async () => {
    const send = () => api.post('/user/email-verification', { action: 'send' }, { token });
    await api.dueMails();
    expect((await send()).status).toBe(200);
    const again = await send();
    expect(again.status).toBe(429);
    expect(again.body.retryAfterSeconds).toBe(55);
    const code = await api.codeFor('teapot@example.org');
    expect((await confirm(code)).status).toBe(200);
  });

  it('allows five guesses at a code', async () => {
    const code = await api.codeFor('teapot@example.org');
    const guess = code === '00000000' ? '11111111' : '00000000';
    await Promise.all(Array.from({ length: 10 }, () => confirm(guess)));
    expect((await confirm(code)).status).toBe(400);
  });
});
