import { setImmediate } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as auth from '../../functions/contract/auth.ts';
import { forgetPassword, resetPassword } from '../../functions/contract/auth.ts';
import type { Endpoint } from '../../functions/contract/endpoint.ts';
import { namedEndpoints } from '../../functions/contract/endpoints.ts';
import { signInWithPasskey } from '../../functions/contract/passkeys.ts';
import { limitRules } from '../../functions/limits/limits.ts';
import { replacePasswordHash } from '../../functions/members/repository.ts';
import { type Reply, startApi } from '../support/api/api.ts';
import { hashed, PASSWORD, registration } from '../support/api/make.ts';

/** A username and an address that an account has, or that nobody has. */
interface Subject {
  username: string;
  email: string;
}

const SALT = 'salt-of-a-stranger';
const reset = (guess: string) => ({ code: '00000000', salt: SALT, encryptedPassword: hashed(guess, SALT) });

const signed = { clientDataJSON: 'e30', authenticatorData: 'bm9uZQ', signature: 'bm9uZQ' };
const userHandle = Buffer.from('12345678').toString('base64url');
const passkeyOfNobody = {
  action: 'finish',
  response: { id: 'bm9ib2R5', rawId: 'bm9ib2R5', type: 'public-key', response: { ...signed, userHandle } },
};

/** Every anonymous call with a username or an address whose reply must reveal nothing. */
const questions: [what: string, call: Endpoint, body: (about: Subject) => object][] = [
  ['a wrong password', auth.login, ({ username }) => ({ username, password: 'f'.repeat(64) })],
  [
    'a wrong password with an address',
    auth.login,
    ({ email }) => ({ username: email, password: 'f'.repeat(64) }),
  ],
  ['a salt for a login with an address', auth.getSalt, ({ email }) => ({ username: email })],
  ['a passkey of nobody', signInWithPasskey, ({ username }) => ({ ...passkeyOfNobody, username })],
  ['a salt for a new password', auth.genSalt, ({ email }) => ({ email })],
  ['a salt for a registration', auth.genSalt, ({ username }) => ({ username })],
  ['a code', forgetPassword, ({ email }) => ({ email })],
  ['a wrong code', resetPassword, ({ email }) => ({ email, ...reset(PASSWORD) })],
  ['a common password', resetPassword, ({ email }) => ({ email, ...reset('qwertyuiop') })],
  ['the first name', resetPassword, ({ email }) => ({ email, ...reset('Utah') })],
  ['a part of the address', resetPassword, ({ email }) => ({ email, ...reset('hotmail') })],
  [
    'a common password of a registration',
    auth.register,
    ({ username: userName, email }) => registration({ userName, email, plainPassword: 'qwertyuiop' }),
  ],
];

/** Their replies reveal by specification that a username exists or, for a registration, an address. */
const named = [auth.getSalt, auth.register];
const aboutNobody = [
  'logout',
  'verifyArchivePassword',
  'verifyArchiveToken',
  'getArchive',
  'paymentWebhook',
  'verifyMembershipCard',
  'unsubscribe',
];

it('tests every call without a session', () => {
  const rows = new Set<Endpoint>([...questions.map(([, row]) => row), ...named]);
  const anonymous = namedEndpoints.filter(([, { access }]) => access !== 'member' && access !== 'admin');
  const others = anonymous.filter(([, row]) => !rows.has(row)).map(([name]) => name);
  expect(new Set(others)).toEqual(new Set(aboutNobody));
});

const nobody: Subject = { username: 'stanford_bunny', email: 'bunny@hotmail.example.org' };
const known: Subject = { username: 'utah_teapot', email: 'teapot@hotmail.example.org' };

let api: Awaited<ReturnType<typeof startApi>>;
let work: string[] = [];

/** A reply may be sent before parallel reads have ended. */
const pending = new Set<Promise<unknown>>();
async function untilIdle(): Promise<void> {
  do {
    await Promise.allSettled(pending);
    await setImmediate();
    await setImmediate();
  } while (pending.size > 0);
}

/** Notes what the API does for a reply: calls to the table, and slow calculations. */
function noteWork(): void {
  const { call } = api.table;
  api.table.call = (name, input) => {
    const writes = 'TransactItems' in input ? [input.TransactItems].flat().length : 1;
    work.push(`${name} ${writes}`);
    const reply = call(name, input);
    const done = reply.catch(() => {}).finally(() => pending.delete(done));
    pending.add(done);
    return reply;
  };
  const { passwords, loadCommonPasswords } = api.context;
  const noting =
    <Args extends unknown[], Result>(what: string, run: (...args: Args) => Result) =>
    (...args: Args) => {
      work.push(what);
      return run(...args);
    };
  passwords.hash = noting('argon2', passwords.hash);
  passwords.verify = noting('argon2', passwords.verify);
  passwords.verifyDummy = noting('argon2', passwords.verifyDummy);
  api.context.loadCommonPasswords = noting('10,000 SHA-256', loadCommonPasswords);
}

async function start(): Promise<void> {
  api = await startApi();
  await api.register({ userName: known.username, email: known.email });
  noteWork();
}

/** Everything that a stranger sees of a reply; request ids and salts are random. */
const seen = ({ status, headers, body }: Reply) => ({
  status,
  headers: [...headers].filter(([name]) => name !== 'x-request-id'),
  body: JSON.stringify(body).replace(/"salt":"[\w-]+"/, '"salt":"random"'),
});

let networks = 0;
/** An address of IPv4, as it is counted. */
const STRANGER = { address: '198.51.100.1' };
const newNetwork = () => ({ address: `2001:db8:${(networks++).toString(16)}::1` });

async function request(call: Endpoint, body: object, from = newNetwork()) {
  work = [];
  const reply = await api.call(call.method, call.path, body, from);
  await untilIdle();
  return { ...seen(reply), work };
}

const states: [string, () => Promise<unknown>][] = [
  ['a member', async () => {}],
  [
    'a member who asked for a code',
    () => api.post('/auth/forgetPassword', { email: known.email }, newNetwork()),
  ],
  ['a member whose account is disabled', () => api.operator.disable(known.username, 'a test')],
  [
    'a member who has not set a password',
    async () => {
      const { uid, passwordHash } = await api.operator.findMember(known.username);
      await replacePasswordHash(api.context, uid, passwordHash, '');
    },
  ],
];

/** Beyond the limits on guesses and emails of one network. */
const repetitions = 7;
/** The limits and the code are checked before the new password: no weak one is repeated. */
const weak = questions.filter(([, call]) => call === resetPassword).slice(2);
const repeated = questions.filter((question) => !weak.includes(question));

describe.each(states)('the reply about %s', (state, prepare) => {
  beforeAll(async () => {
    await start();
    await prepare();
    api.pass(60_000);
  });

  it.each(questions)(
    'is the same as for nobody, with the same amount of work: %s',
    async (_what, call, body) => {
      api.pass(1000);
      const answers = [await request(call, body(known)), await request(call, body(nobody))];
      expect(answers[0]).toEqual(answers[1]);
    },
  );

  it(`stays the same when one network asks ${repetitions} times`, async () => {
    // Each question is repeated about a member of one state.
    const turn = states.findIndex(([name]) => name === state);
    const asked = repeated.filter((_, place) => place % states.length === turn);
    for (const [what, call, body] of asked) {
      const [one, other] = [newNetwork(), newNetwork()];
      for (let n = 0; n < repetitions; n += 1) {
        api.pass(1000);
        const answers = [await request(call, body(known), one), await request(call, body(nobody), other)];
        expect(answers[0], `${what}, ${n}`).toEqual(answers[1]);
      }
    }
  });
});

describe('after thirty unknown usernames in ten minutes', () => {
  beforeEach(start);

  const salt = (username: string, from: { address: string }) => request(auth.getSalt, { username }, from);
  /** Thirty unknown usernames, of which the last two are sent. */
  const harvest = async (from: { address: string }) => {
    await api.count(limitRules.unknownName, from.address, 28);
    for (let n = 0; n < 2; n += 1) expect((await salt(`nobody${n}`, from)).status).toBe(404);
  };

  it('known and unknown ones are rejected alike, with the same amount of work, but not where somebody has logged in', async () => {
    const from = STRANGER;
    await harvest(from);
    const answers = [await salt(known.username, from), await salt(nobody.username, from)];
    expect(answers[0]?.status).toBe(429);
    expect(answers[0]).toEqual(answers[1]);
    api.pass(10 * 60_000);
    await api.signIn(known.username, PASSWORD, from);
    await harvest(from);
    expect((await salt(known.username, from)).status).toBe(200);
    expect((await salt(known.username, newNetwork())).status).toBe(200);
    expect((await salt(nobody.username, from)).status).toBe(429);
  });

  it('a network learns no more from simultaneous requests', async () => {
    const from = STRANGER;
    await api.count(limitRules.unknownName, from.address, 20);
    const names = Array.from({ length: 40 }, (_, n) => (n % 4 === 3 ? known.username : `nobody${n}`));
    const replies = await Promise.all(
      names.map((name) => api.post('/auth/getSalt', { username: name }, from)),
    );
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect(count(200) + count(404) + count(429)).toBe(40);
    expect(count(200) + count(404)).toBeGreaterThanOrEqual(10);
    expect(count(404)).toBeLessThanOrEqual(10);
    expect(count(200)).toBeLessThanOrEqual(10);
  });
});
