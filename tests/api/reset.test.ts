import { beforeEach, describe, expect, it, vi } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { raiseEpochWrite } from '../../functions/members/write-repository.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { type CallOptions, network } from '../support/api/api.ts';
import { hashed, PASSWORD } from '../support/api/make.ts';
import { startRegistered } from '../support/api/signed-in.ts';

const MINUTE = 60_000;
const EMAIL = 'teapot@example.org';
const NEW_PASSWORD = 'a bunny on a Cornell box';
const NEW_SALT = 'another-salt-of-a-test';

let api: Awaited<ReturnType<typeof startRegistered>>;
beforeEach(async () => {
  api = await startRegistered();
});

const request = (email = EMAIL, options?: CallOptions) =>
  api.post('/auth/forgetPassword', { email }, options);
const reset = (code: string, fields: object = {}, options?: CallOptions) =>
  api.post(
    '/auth/resetPassword',
    {
      email: EMAIL,
      code,
      salt: NEW_SALT,
      encryptedPassword: hashed(NEW_PASSWORD, NEW_SALT),
      ...fields,
    },
    options,
  );
const wrong = (code: string) => (code === '00000000' ? '11111111' : '00000000');
const requestAndRead = async () => {
  await request();
  return api.codeFor(EMAIL);
};

describe('POST /auth/forgetPassword', () => {
  it('sends a code of eight digits to a member and nothing to anybody else', async () => {
    await Promise.all(Array.from({ length: 30 }, () => request(' Teapot@Example.org ')));
    await request('nobody@example.org');
    const mails = await api.dueMails();
    expect(mails.map(({ to }) => to)).toEqual([EMAIL]);
    expect(mails[0]?.text).toMatch(/^\d{8}$/m);
    await api.operator.disable('utah_teapot', 'a test');
    api.pass(MINUTE);
    expect((await request()).status).toBe(200);
    expect(await api.dueMails()).toEqual([]);
  });

  it('sends one code in 55 seconds, five a day for a network and ten for an address, with the same reply each time', async () => {
    const mailsAfter = async (milliseconds: number, from = network(1)) => {
      api.pass(milliseconds);
      expect((await request(EMAIL, from)).body).toEqual({ message: 'Authentification code sent!' });
      return (await api.dueMails()).length;
    };
    expect(await mailsAfter(0)).toBe(1);
    expect(await mailsAfter(54_999)).toBe(0);
    expect(await mailsAfter(1)).toBe(1);
    const sentFrom = async (n: number) => {
      let sent = 0;
      for (let m = 0; m < 6; m += 1) sent += await mailsAfter(MINUTE, network(n));
      return sent;
    };
    expect([await sentFrom(1), await sentFrom(2), await sentFrom(3)]).toEqual([3, 5, 0]);
    api.pass(24 * 60 * MINUTE);
    expect(await mailsAfter(0)).toBe(1);
  });
});

describe('POST /auth/resetPassword', () => {
  it('sets the password, ends every session, emails the member and verifies the address', async () => {
    const token = await api.tokenOf();
    const code = await requestAndRead();
    const replies = await Promise.all(Array.from({ length: 20 }, () => reset(code)));
    expect(replies.find(({ status }) => status === 200)?.body).toEqual({
      message: 'Password reset successful!',
      username: 'utah_teapot',
    });
    expect(await api.statusOf(token)).toBe(401);
    expect((await api.signIn('utah_teapot', PASSWORD)).status).toBe(401);
    expect((await api.signIn('utah_teapot', NEW_PASSWORD)).status).toBe(200);
    expect(await api.operator.findMember('utah_teapot')).toMatchObject({ emailVerified: true, epoch: 2 });
    expect(await api.subjects()).toEqual(['Your password was changed']);
  });

  const refused = {
    // Anything that is not shaped like a code reveals nothing about an account either.
    error: expect.stringMatching(/^(code-invalid|invalid-request)$/),
    message: 'Failed to reset password. Please try again.',
    issues: expect.any(Array),
  };

  const meanwhile = (event: () => unknown) => async (code: string) => {
    await event();
    return code;
  };
  it.each<[what: string, change: (code: string) => Promise<string>]>([
    ['wrong', async (code) => wrong(code)],
    ['not a code', async (code) => code.slice(1)],
    ['ten minutes old', meanwhile(() => api.pass(10 * MINUTE))],
    ['of a member who was disabled', meanwhile(() => api.operator.disable('utah_teapot', 'a test'))],
    [
      'older than the password',
      meanwhile(async () => api.changePassword(await api.tokenOf(), 'something else')),
    ],
    [
      'replaced by a new one',
      meanwhile(() => {
        api.pass(MINUTE);
        return request();
      }),
    ],
    [
      'made for another address',
      async () => {
        await api.register({ userName: 'bunny', email: 'bunny@example.org' });
        await api.dueMails();
        await request('bunny@example.org');
        return api.codeFor('bunny@example.org');
      },
    ],
    [
      'meant to verify the address',
      async () => {
        api.pass(MINUTE);
        const options = { token: await api.tokenOf() };
        await api.post('/user/email-verification', { action: 'send' }, options);
        return api.codeFor(EMAIL);
      },
    ],
  ])('rejects a code that is %s, all with the same reply', async (_what, change) => {
    const reply = await reset(await change(await requestAndRead()));
    expect([reply.status, reply.body]).toEqual([400, refused]);
  });

  describe('repeated after a lost reply', () => {
    const success = { message: 'Password reset successful!', username: 'utah_teapot' };
    let code: string;
    beforeEach(async () => {
      code = await requestAndRead();
      expect((await reset(code)).status).toBe(200);
    });

    it('succeeds, and leaves one email, one entry and the session of a login meanwhile', async () => {
      const token = await api.tokenOf('utah_teapot', NEW_PASSWORD);
      const again = await reset(code);
      expect([again.status, again.body]).toEqual([200, success]);
      expect(await api.operator.findMember('utah_teapot')).toMatchObject({ epoch: 2 });
      expect(await api.dueMails()).toHaveLength(1);
      const { items } = (await api.get('/user/history', { token })).body.data;
      const resets = items.filter(({ action }: { action: string }) => action === 'reset-password');
      expect(resets).toHaveLength(1);
    });

    it('fails as with a wrong code, with another salt or after all sessions were ended', async () => {
      expect((await reset(code, { salt: 'salt-of-another-form' })).body).toEqual(refused);
      const member = await api.operator.findMember('utah_teapot');
      expect(await api.table.commit([raiseEpochWrite(member)])).toEqual([]);
      expect((await reset(code)).body).toEqual(refused);
    });
  });

  it('compares 120 guesses from strangers’ networks, and five from a known one in addition', async () => {
    const own = network(250);
    await api.signIn('utah_teapot', PASSWORD, own);
    const code = await requestAndRead();
    const { uid } = await api.operator.findMember('utah_teapot');
    await api.table.call('UpdateItem', {
      Key: keys.code(uid, 'reset'),
      UpdateExpression: 'ADD attempts :guesses',
      ExpressionAttributeValues: { ':guesses': 110 },
    });
    const verify = vi.spyOn(api.context.passwords, 'verify');
    await Promise.all(Array.from({ length: 15 }, (_, n) => reset(wrong(code), {}, network(n % 3))));
    expect(verify).toHaveBeenCalledTimes(10);
    expect((await reset(code)).status).toBe(400);
    expect((await reset(code, {}, own)).status).toBe(200);
  });

  it('logs an error after two hundred wrong codes in an hour', async () => {
    await api.count(limitRules.guessesInAll, 'codes', 298);
    for (let n = 0; n < 3; n += 1) await reset('12345678', { email: `nobody${n}@example.org` }, network(n));
    expect(api.reports.filter(({ event }) => event === 'many-wrong-codes')).toHaveLength(1);
  });
});
