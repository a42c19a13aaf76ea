import { beforeEach, describe, expect, it, vi } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
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
    await request(' Teapot@Example.org ');
    await request('nobody@example.org');
    const mails = await api.dueMails();
    expect(mails.map(({ to }) => to)).toEqual([EMAIL]);
    expect(mails[0]?.text).toMatch(/^\d{8}$/m);
  });

  it('sends nothing to a disabled member', async () => {
    await api.operator.disable('utah_teapot', 'a test');
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

  it('reserves five codes a day for networks from which the member has logged in', async () => {
    const own = network(200);
    await api.signIn('utah_teapot', PASSWORD, own);
    for (let n = 0; n < 12; n += 1) {
      api.pass(MINUTE);
      await request(EMAIL, network(n));
    }
    expect(await api.dueMails()).toHaveLength(10);
    // A simultaneous request of a stranger does not delay the member's.
    await request(EMAIL, network(21));
    let sent = 0;
    for (let n = 0; n < 8; n += 1) {
      await request(EMAIL, own);
      sent += (await api.dueMails()).length;
      api.pass(MINUTE);
    }
    expect(sent).toBe(5);
  });

  it('rejects a network after 40 requests in an hour, for known and unknown addresses alike, before anything is hashed', async () => {
    const hash = vi.spyOn(api.deps.passwords, 'hash');
    await api.count(limitRules.resetRequests, '203.0.113.7', 38);
    const replies = [];
    for (let n = 0; n < 3; n += 1) replies.push(await request(`nobody${n}@example.org`));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(hash).toHaveBeenCalledTimes(2);
    expect((await request()).body).toEqual(replies.at(-1)?.body);
    expect((await request(EMAIL, network(1))).status).toBe(200);
  });

  it('sends one code after many simultaneous requests', async () => {
    await Promise.all(Array.from({ length: 30 }, () => request()));
    expect(await api.dueMails()).toHaveLength(1);
  });
});

describe('POST /auth/resetPassword', () => {
  it('sets the password, ends every session, emails the member and verifies the address', async () => {
    const { token } = (await api.signIn()).body;
    const reply = await reset(await requestAndRead());
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ message: 'Password reset successful!', username: 'utah_teapot' });
    expect((await api.get('/userinfo', { token })).status).toBe(401);
    expect((await api.signIn('utah_teapot', PASSWORD)).status).toBe(401);
    expect((await api.signIn('utah_teapot', NEW_PASSWORD)).status).toBe(200);
    expect(await api.operator.findMember('utah_teapot')).toMatchObject({ emailVerified: true, epoch: 2 });
    expect((await api.dueMails()).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });

  const refused = {
    // Anything that is not shaped like a code reveals nothing about an account either.
    error: expect.stringMatching(/^(code-invalid|invalid-request)$/),
    message: 'Failed to reset password. Please try again.',
    issues: expect.any(Array),
  };

  it.each<[string, () => Promise<{ status: number; body: unknown }>]>([
    ['wrong', async () => reset(wrong(await requestAndRead()))],
    [
      'used',
      async () => {
        const code = await requestAndRead();
        await reset(code);
        return reset(code, { encryptedPassword: hashed('yet another password', NEW_SALT) });
      },
    ],
    [
      'ten minutes old',
      async () => {
        const code = await requestAndRead();
        api.pass(10 * MINUTE);
        return reset(code);
      },
    ],
    [
      'replaced by a new one',
      async () => {
        const code = await requestAndRead();
        api.pass(MINUTE);
        await request();
        return reset(code);
      },
    ],
    [
      'made for another address',
      async () => {
        await api.register({ userName: 'bunny', email: 'bunny@example.org' });
        await api.dueMails();
        await request('bunny@example.org');
        return reset(await api.codeFor('bunny@example.org'));
      },
    ],
    ['sent for an address that nobody has', async () => reset('12345678', { email: 'nobody@example.org' })],
    [
      'asked for before the password was changed',
      async () => {
        const code = await requestAndRead();
        const { token } = (await api.signIn()).body;
        expect((await api.changePassword(token, 'something else')).status).toBe(200);
        return reset(code);
      },
    ],
    [
      'of a member who was disabled meanwhile',
      async () => {
        const code = await requestAndRead();
        await api.operator.disable('utah_teapot', 'a test');
        return reset(code);
      },
    ],
    ['not a code', async () => reset('1234567')],
    [
      'meant for the address',
      async () => {
        api.pass(MINUTE);
        const { token } = (await api.signIn()).body;
        await api.post('/user/email-verification', { action: 'send' }, { token });
        return reset(await api.codeFor(EMAIL));
      },
    ],
  ])('rejects a code that is %s, all with the same reply', async (_what, attempt) => {
    const reply = await attempt();
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(refused);
  });

  describe('repeated after a lost reply', () => {
    const success = { message: 'Password reset successful!', username: 'utah_teapot' };
    let code: string;
    beforeEach(async () => {
      code = await requestAndRead();
      expect((await reset(code)).status).toBe(200);
    });

    it('succeeds, and leaves one email, one entry and the session of a login meanwhile', async () => {
      const { token } = (await api.signIn('utah_teapot', NEW_PASSWORD)).body;
      const again = await reset(code);
      expect([again.status, again.body]).toEqual([200, success]);
      expect(await api.operator.findMember('utah_teapot')).toMatchObject({ epoch: 2 });
      expect(await api.dueMails()).toHaveLength(1);
      const { items } = (await api.get('/user/history', { token })).body.data;
      const resets = items.filter(({ action }: { action: string }) => action === 'reset-password');
      expect(resets).toHaveLength(1);
    });

    const later: [string, () => Promise<unknown>][] = [
      ['another password', async () => ({ encryptedPassword: hashed('another', NEW_SALT) })],
      ['another salt', async () => ({ salt: 'salt-of-another-form' })],
      ['another code', async () => ({ code: wrong(code) })],
      ['the code of ten minutes ago', async () => api.pass(10 * MINUTE)],
      [
        'the code before a newer one',
        async () => {
          api.pass(MINUTE);
          await request();
        },
      ],
      [
        'all sessions ended since',
        async () => {
          const member = await api.operator.findMember('utah_teapot');
          expect(await api.table.commit([api.deps.members.raiseEpochWrite(member)])).toEqual([]);
        },
      ],
      ['an account disabled since', () => api.operator.disable('utah_teapot', 'a test')],
    ];
    it.each(later)('fails as with a wrong code, with %s', async (_what, prepare) => {
      const fields = await prepare();
      const reply = await reset(code, fields ?? {});
      expect([reply.status, reply.body]).toEqual([400, refused]);
    });

    it('sets no other password, however often it is tried, and five repeats use up the code', async () => {
      const other = { encryptedPassword: hashed('a password of a thief', NEW_SALT) };
      const verify = vi.spyOn(api.deps.passwords, 'verify');
      for (let n = 0; n < 10; n += 1) expect((await reset(code, other)).body).toEqual(refused);
      // One guess was the reset itself; each of the others compares the code, then the password.
      expect(verify).toHaveBeenCalledTimes(2 * 4);
      expect((await reset(code)).body).toEqual(refused);
      expect((await api.signIn('utah_teapot', NEW_PASSWORD)).status).toBe(200);
    });
  });

  it('compares at most five codes from one network, after which even the right one is rejected', async () => {
    const code = await requestAndRead();
    const verify = vi.spyOn(api.deps.passwords, 'verify');
    const replies = await Promise.all(Array.from({ length: 20 }, () => reset(wrong(code))));
    expect(replies.every(({ status }) => status === 400)).toBe(true);
    expect(verify).toHaveBeenCalledTimes(5);
    expect((await reset(code)).status).toBe(400);
  });

  it('accepts the right code after wrong ones from other networks, five from each', async () => {
    const code = await requestAndRead();
    const verify = vi.spyOn(api.deps.passwords, 'verify');
    const guesses = Array.from({ length: 24 }, (_, n) => reset(wrong(code), {}, network(n % 4)));
    expect((await Promise.all(guesses)).every(({ status }) => status === 400)).toBe(true);
    expect(verify).toHaveBeenCalledTimes(20);
    expect((await reset(code)).status).toBe(200);
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
    const verify = vi.spyOn(api.deps.passwords, 'verify');
    await Promise.all(Array.from({ length: 15 }, (_, n) => reset(wrong(code), {}, network(n % 3))));
    expect(verify).toHaveBeenCalledTimes(10);
    expect((await reset(code)).status).toBe(400);
    expect((await reset(code, {}, own)).status).toBe(200);
  });

  it('rejects a network after 60 failures in an hour, for known and unknown addresses alike, before anything is hashed', async () => {
    const verify = vi.spyOn(api.deps.passwords, 'verify');
    const verifyDummy = vi.spyOn(api.deps.passwords, 'verifyDummy');
    await api.count(limitRules.resetAttempts, '203.0.113.7', 58);
    const replies = [];
    for (let n = 0; n < 3; n += 1) replies.push(await reset('12345678', { email: `nobody${n}@example.org` }));
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 429]);
    expect(verifyDummy).toHaveBeenCalledTimes(2);
    expect((await reset('12345678')).body).toEqual(replies.at(-1)?.body);
    expect(verify).not.toHaveBeenCalled();
  });

  it('does not count successful resets against the network of a class', async () => {
    await api.count(limitRules.resetAttempts, '203.0.113.7', 57);
    for (const name of ['bunny', 'dragon']) {
      const email = `${name}@example.org`;
      await api.register({ userName: name, email });
      await api.dueMails();
      await request(email);
      const code = await api.codeFor(email);
      expect((await reset(wrong(code), { email })).status).toBe(400);
      expect((await reset(code, { email })).status).toBe(200);
    }
    // The third failure is the sixtieth.
    expect([(await reset('12345678')).status, (await reset('12345678')).status]).toEqual([400, 429]);
  });

  it('sets the password once after twenty simultaneous right codes', async () => {
    const code = await requestAndRead();
    const replies = await Promise.all(Array.from({ length: 20 }, () => reset(code)));
    expect(replies.map(({ status }) => status)).toContain(200);
    expect(await api.operator.findMember('utah_teapot')).toMatchObject({ epoch: 2 });
    expect(await api.dueMails()).toHaveLength(1);
  });

  it('accepts the right code until the last millisecond of its ten minutes', async () => {
    const code = await requestAndRead();
    api.pass(10 * MINUTE - 1);
    expect((await reset(code)).status).toBe(200);
  });

  it('accepts spaces and full-width digits', async () => {
    const code = await requestAndRead();
    const wide = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join(' ');
    expect((await reset(` ${wide} `)).status).toBe(200);
  });

  it('rejects a common password only after the right code, which then stays valid', async () => {
    const code = await requestAndRead();
    for (let n = 0; n < 6; n += 1) {
      const reply = await reset(code, { encryptedPassword: hashed('qwertyuiop', NEW_SALT) });
      expect(reply.status).toBe(400);
      expect(reply.body.issues).toEqual([
        { path: 'password', message: 'This password is too common. Choose another one.' },
      ]);
    }
    expect((await reset(code)).status).toBe(200);
  });

  it('logs an error after two hundred wrong codes in an hour', async () => {
    await api.count(limitRules.wrongCodes, 'all', 198);
    for (let n = 0; n < 3; n += 1) await reset('12345678', { email: `nobody${n}@example.org` }, network(n));
    expect(api.reports.filter(({ event }) => event === 'many-wrong-codes')).toHaveLength(1);
  });
});
