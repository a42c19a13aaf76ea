import { expect, it, onTestFinished } from 'vitest';
import { endpoints } from '../../functions/contract/endpoints.ts';
import { startRoad } from '../support/mail-road.ts';
import { hashed, PASSWORD, SALT } from '../support/make.ts';
import { appCode, STEP, setUpApp } from '../support/second-factor.ts';
import { startSignedIn } from '../support/signed-in.ts';

/** How many emails thirty calls in a row send, one a minute, each as its caller would have it most often. */

const CALLS = 30;
const MINUTE = 60_000;
const STRANGER = 'stranger@example.org';

type Api = Awaited<ReturnType<typeof startSignedIn>>;
/** Makes the call for the nth time. */
type Call = (n: number) => Promise<unknown>;

const password = hashed(PASSWORD, SALT);
const network = (n: number) => ({ address: `198.51.100.${n}` });
const profile = { username: 'utah_teapot', email: 'teapot@example.org', homepage: '' };

/** As long as 30 calls take, a login of the last 15 minutes stays at hand. */
const freshly =
  (api: Api, call: (token: string, n: number) => Promise<unknown>): Call =>
  async (n) =>
    call((await api.signIn()).body.token, n);

/** The calls that send emails: what 30 of them send, and to whom the caller can have them sent. */
const mailing: Record<string, { most: number; prepare: (api: Api) => Promise<Call> }> = {
  // Welcomes and notices of deletion, to an address of the caller's choice.
  'register, deleteAccount': {
    most: 3 + 3,
    prepare: async (api) => async () => {
      await api.register({ userName: 'bunny', email: STRANGER });
      const { token } = (await api.signIn('bunny')).body;
      await api.post('/user/delete-account', { username: 'bunny', password }, { token });
    },
  },
  'register, by one name after the other': {
    most: 1,
    prepare: async (api) => (n) => api.register({ userName: `bunny${n}`, email: STRANGER }),
  },
  'forgetPassword, from one network': {
    most: 5,
    prepare: async (api) => () =>
      api.post('/auth/forgetPassword', { email: 'teapot@example.org' }, network(1)),
  },
  'forgetPassword, from thirty networks': {
    most: 10,
    prepare: async (api) => (n) =>
      api.post('/auth/forgetPassword', { email: 'teapot@example.org' }, network(n)),
  },
  'forgetPassword, from thirty networks and one that is known': {
    most: 10 + 5,
    prepare: async (api) => async (n) => {
      await api.post('/auth/forgetPassword', { email: 'teapot@example.org' }, network(n));
      await api.post('/auth/forgetPassword', { email: 'teapot@example.org' });
    },
  },
  'resetPassword, each with a new code': {
    // The first reset makes the network a known one.
    most: 2 * (1 + 5),
    prepare: async (api) => async () => {
      await api.post('/auth/forgetPassword', { email: 'teapot@example.org' }, network(1));
      const [mail] = await api.dueMails();
      const code = /^\d{8}$/m.exec(mail?.text ?? '')?.[0] ?? '00000000';
      const body = { email: 'teapot@example.org', code, salt: SALT, encryptedPassword: password };
      await api.post('/auth/resetPassword', body, network(1));
      return mail ? 1 : 0;
    },
  },
  updatePassword: {
    most: 10,
    prepare: async (api) =>
      freshly(api, (token) =>
        api.post(
          '/user/password-update',
          { username: 'utah_teapot', old_password: password, new_password: password, salt: SALT },
          { token },
        ),
      ),
  },
  'updateUserInfo, flipping between two addresses': {
    most: 5 + 5,
    prepare: async (api) =>
      freshly(api, (token, n) =>
        api.call(
          'PUT',
          '/userinfo',
          { ...profile, email: n % 2 === 0 ? STRANGER : 'b@example.org' },
          { token },
        ),
      ),
  },
  'updateUserInfo, by three members': {
    most: 3 * (5 + 5),
    prepare: async (api) => {
      for (const name of ['bunny', 'dragon', 'armadillo'])
        await api.register({ userName: name, email: `${name}@example.org` });
      return async (n) => {
        const username = ['bunny', 'dragon', 'armadillo'][n % 3] ?? '';
        const { token } = (await api.signIn(username)).body;
        for (const email of [STRANGER, `${username}@example.org`]) {
          await api.call('PUT', '/userinfo', { ...profile, username, email }, { token });
          api.pass(MINUTE);
        }
      };
    },
  },
  sendVerification: {
    most: 10,
    prepare: async (api) =>
      freshly(api, (token) => api.post('/user/send-verification', undefined, { token })),
  },
  'finishSecondFactor, removeSecondFactor': {
    most: 5 + 5,
    prepare: async (api) => {
      const { token } = api;
      return async () => {
        const begun = await api.post('/user/begin-second-factor', { password }, { token });
        if (begun.status !== 200) return;
        const { secret } = begun.body.data;
        const code = appCode(secret, api.time.now);
        await api.post('/user/finish-second-factor', { code }, { token });
        api.pass(STEP);
        const next = appCode(secret, api.time.now);
        await api.post('/user/remove-second-factor', { password, code: next }, { token });
      };
    },
  },
  renewRecoveryCodes: {
    most: 5,
    prepare: async (api) => {
      const { token } = api;
      const app = await setUpApp(api, token);
      await api.dueMails();
      return () => api.post('/user/renew-recovery-codes', { password, code: app.code() }, { token });
    },
  },
  'giveSecondFactor, login: with a recovery code': {
    // Each use, and each renewal.
    most: 10 + 4,
    prepare: async (api) => {
      const { token } = api;
      const { recoveryCodes, code } = await setUpApp(api, token);
      await api.dueMails();
      const left = [...recoveryCodes];
      return async () => {
        if (left.length === 0) {
          const renewed = await api.post('/user/renew-recovery-codes', { password, code: code() }, { token });
          left.push(...(renewed.body.data?.recoveryCodes ?? []));
        }
        await api.post('/user/give-second-factor', { code: left.pop() ?? '' }, { token });
      };
    },
  },
};

/** To members, by administrators alone; the tests that are named count them. */
const administrators: Record<string, string> = {
  sendEmail: 'below',
  testEmail: 'below',
  resendMail: 'tests/routes/outbox.test.ts: one for ever',
  resumeMail: 'tests/routes/outbox.test.ts: what was to be sent already',
};
/** To who paid: tests/routes/payment-webhook.test.ts, once for a payment. */
const payments = ['confirmPayment', 'paymentWebhook'];

const silent =
  `getSalt genSalt logout newSalt getUserInfo verifyEmail getSessions endSessions exportData getSecondFactor
  beginSecondFactor checkAdmin getUsers getMembers getMember getAudit getHistory grantTerm correctTerm voidTerm
  recordTransfer setState setCategory addConference removeConference exportMembers checkImport applyImport setAsideImport
  getImports getPayments settlePayment checkEmail uploadImage getMailDraft saveMailDraft discardMailDraft getOutbox getMail
  getMailCopies exportMail readMail cancelMail holdMail copyMail getMailPreferences setMailPreferences unsubscribe
  getSuppressions liftSuppression getMembership getConferences verifyArchivePassword verifyArchiveToken getArchive
  getReceipt getProof renewProof revokeProof checkProof`.split(/\s+/);

it('every call is known to send emails or to send none', () => {
  const named = Object.keys(mailing).flatMap((name) => name.split(/[:,] /).slice(0, 2));
  const known = [...named, ...Object.keys(administrators), ...payments, ...silent];
  expect(endpoints.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  expect(silent.filter((name) => named.includes(name))).toEqual([]);
});

it.each(Object.entries(mailing))(
  'thirty calls send a bounded number of emails: %s',
  async (name, { most, prepare }) => {
    const api = await startSignedIn();
    await api.dueMails();
    const call = await prepare(api);
    let sent = 0;
    for (let n = 0; n < CALLS; n += 1) {
      const seen = await call(n);
      sent += (await api.dueMails()).length + (typeof seen === 'number' ? seen : 0);
      api.pass(MINUTE);
    }
    if (process.env['REPORT_MAILS']) console.log(`MAILS ${name}: ${sent}`);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(most);
  },
);

it.each([
  ['sendEmail', 20],
  ['testEmail', 30],
])('an administrator sends at most 20 mails and 60 tests an hour: %s', async (name, most) => {
  const road = await startRoad();
  onTestFinished(() => road.stop());
  const path = name === 'sendEmail' ? '/admin/send-email' : '/admin/test-email';
  let accepted = 0;
  for (let n = 0; n < CALLS; n += 1) {
    const letter = { subject: `Letter ${n}`, content: '<p>Dear members</p>' };
    const recipients = JSON.stringify(['teapot@example.org']);
    const reply = await road.postForm(path, { ...letter, ...(name === 'sendEmail' && { recipients }) });
    if (reply.status === 200) accepted += 1;
  }
  if (process.env['REPORT_MAILS']) console.log(`MAILS ${name}: ${accepted}`);
  expect(accepted).toBe(most);
});
