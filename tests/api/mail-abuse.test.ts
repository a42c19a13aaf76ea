import { expect, it } from 'vitest';
import { network } from '../support/api/api.ts';
import { calls } from '../support/api/calls.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { codeIn } from '../support/api/members.ts';
import { appCode, STEP, setUpApp } from '../support/api/second-factor.ts';
import { startSignedIn } from '../support/api/signed-in.ts';

/** Calls in a row, one a minute, each in the way that sends most; all limits are lower. */

const CALLS = 16;
const MINUTE = 60_000;
const STRANGER = 'stranger@example.org';

type Api = Awaited<ReturnType<typeof startSignedIn>>;
/** Makes the n-th call. */
type Call = (n: number) => Promise<unknown>;

const password = hashed(PASSWORD, SALT);
const profile = { username: 'utah_teapot', email: 'teapot@example.org', homepage: '' };

/** Logs in again before every so many calls, because they require a login within the last 15 minutes. */
const freshly = (
  api: Api,
  call: (token: string, n: number) => Promise<unknown>,
  { every = 8 } = {},
): Call => {
  let { token } = api;
  return async (n) => {
    if ((n + 1) % every === 0) token = (await api.signIn()).body.token;
    return call(token, n);
  };
};

/** The number of emails after these calls, by the names of the calls and what precedes them. */
const mailing: Record<string, { emails: number; prepare: (api: Api) => Promise<Call> }> = {
  // Welcomes and confirmations of deletion, to an address of the caller's choice.
  'register, deleteAccount': {
    emails: 3 + 3,
    prepare: async (api) => async () => {
      await api.register({ userName: 'bunny', email: STRANGER });
      const { token } = (await api.signIn('bunny')).body;
      await api.deleteAccount(token, 'bunny');
    },
  },
  'register: by one name after the other': {
    emails: 1,
    prepare: async (api) => (n) => api.register({ userName: `bunny${n}`, email: STRANGER }),
  },
  'resetPassword: each with a new code': {
    // The first reset makes the network a known one.
    emails: 2 * (1 + 5),
    prepare: async (api) => async () => {
      await api.post('/auth/forgetPassword', { email: 'teapot@example.org' }, network(1));
      const [mail] = await api.dueMails();
      await api.resetPassword('teapot@example.org', codeIn(mail?.text ?? ''), PASSWORD, network(1));
      return mail ? 1 : 0;
    },
  },
  updatePassword: {
    emails: 10,
    prepare: async (api) =>
      freshly(
        api,
        (token) => api.changePassword(token, PASSWORD),
        // Each change ends the session.
        { every: 1 },
      ),
  },
  'updateUserInfo: by three members': {
    // A code and a notice for each change; the fifth of two finds the address taken.
    emails: 2 * (5 + 4 + 4),
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
  'verifyEmail send': {
    emails: 10,
    prepare: async (api) =>
      freshly(api, (token) => api.post('/user/email-verification', { action: 'send' }, { token })),
  },
  'changeSecondFactor finish, changeSecondFactor remove': {
    emails: 5 + 5,
    prepare: async (api) => {
      const { token } = api;
      return async () => {
        const begun = await api.post('/user/second-factor', { action: 'begin', password }, { token });
        if (begun.status !== 200) return;
        const { secret } = begun.body.data.setup;
        const code = appCode(secret, api.time.now);
        await api.post('/user/second-factor', { action: 'finish', code }, { token });
        api.pass(STEP);
        const next = appCode(secret, api.time.now);
        await api.post('/user/second-factor', { action: 'remove', password, code: next }, { token });
      };
    },
  },
  'secureAccount, resetPassword': {
    // One for each report, and one for each new password.
    emails: 10 + 10,
    prepare: async (api) => async () => {
      const { token } = (await api.signIn()).body;
      await api.post('/user/secure-account', { loggedInAt: '2026-03-02T08:00:00.000Z' }, { token });
      const mails = await api.dueMails();
      await api.resetPassword('teapot@example.org', codeIn(mails.at(-1)?.text ?? ''), PASSWORD);
      return mails.length;
    },
  },
  'changeSecondFactor renew-recovery-codes': {
    // The setup is the first of five changes.
    emails: 4,
    prepare: async (api) => {
      const { token } = api;
      const app = await setUpApp(api, token);
      return () =>
        api.post(
          '/user/second-factor',
          { action: 'renew-recovery-codes', password, code: app.code() },
          { token },
        );
    },
  },
  'changeMember edit: another address each time': {
    // To the old and to the new address.
    emails: 10 * 2,
    prepare: (api) => aboutBunny(api, (n) => ({ action: 'edit', email: `b${n}@example.org` })),
  },
  'changeSecondFactor give, login: with a recovery code': {
    // One for each use, and one for the renewal after ten codes.
    emails: 10 + 1,
    prepare: async (api) => {
      const { token } = api;
      const { recoveryCodes, code } = await setUpApp(api, token);
      const left = [...recoveryCodes];
      return async (n) => {
        if (left.length === 0) {
          const renewed = await api.post(
            '/user/second-factor',
            { action: 'renew-recovery-codes', password, code: code() },
            { token },
          );
          left.push(...renewed.body.data.recoveryCodes);
        }
        const recoveryCode = left.pop() ?? '';
        if (n % 2 === 0) await api.signIn('utah_teapot', PASSWORD, { secondFactor: recoveryCode });
        else await api.post('/user/second-factor', { action: 'give', code: recoveryCode }, { token });
      };
    },
  },
};

/** Calls about the member "bunny" by an administrator. */
const aboutBunny = async (api: Api, fieldsOf: (n: number) => object): Promise<Call> => {
  const { token } = api;
  await api.operator.grantAdmin('utah_teapot');
  await api.register({ userName: 'bunny', email: STRANGER });
  return async (n) => {
    const { uid, version } = await api.operator.findMember('bunny');
    await api.post('/admin/member', { uid, version, reason: 'Asked', ...fieldsOf(n) }, { token });
  };
};

/**
 * Counted in reset.test.ts, passkeys.test.ts, edit-member.test.ts, add-member.test.ts, receipts.test.ts,
 * import-invitations.test.ts, compose-campaign.test.ts, payment-webhook.test.ts, and send-campaigns.test.ts and
 * campaign-mishaps.test.ts of the jobs.
 */
const countedElsewhere = [
  'forgetPassword',
  'changePasskeys finish',
  'changePasskeys remove',
  'changeImport invite',
  'changeMember invite',
  'addMember',
  'deleteMember',
  'createCampaign',
  'sendTestCampaign',
  'changeCampaign resume',
  'confirmPayment',
  'paymentWebhook',
  'changeReceipt send',
];

const silent = `
  getSalt, genSalt, logout, newSalt, getUserInfo, getDevices, getPasskeys, signOutDevices, exportData,
  getSecondFactor, checkAdmin, getRecipients, getDashboard, getMembers, getSegments, getMember,
  getMemberEmails, getAudit, getHistory, exportMembers, getImports, getPaymentsForReview,
  resolvePayment, previewCampaign, uploadMailImage, getCampaignDraft, getCampaignTemplates,
  getCampaignTemplate, getCampaigns, getCampaign, getDeliveries, exportDeliveries, getCampaignMessage,
  duplicateCampaign, getMailPreferences, setMailPreferences, unsubscribe, getSuppressions, unsuppressAddress,
  getMembership, getConferences, verifyArchivePassword, verifyArchiveToken, getArchive, getReceipt,
  getMembershipCard, verifyMembershipCard, getLedger, getLedgerSums, exportLedger,
  verifyEmail confirm, changeSecondFactor begin, signInWithPasskey begin,
  signInWithPasskey finish, changePasskeys begin, changeMember grant-term, changeMember correct-term,
  changeMember void-term, changeMember record-bank-transfer, changeMember verify-email,
  changeMember correct-bank-transfer, changeMember void-bank-transfer, changeReceipt open,
  changeMember set-state, changeMember set-category, changeMember add-conference-record,
  changeMember remove-conference-record, changeMembers set-category, changeMembers grant-term,
  changeSegments save, changeSegments remove, changeImport check, changeImport apply, changeImport cancel,
  changeCampaignDraft save, changeCampaignDraft delete, changeCampaign cancel, changeCampaignTemplate save,
  changeCampaignTemplate delete, changeCampaign pause,
  changeMembershipCard create, changeMembershipCard revoke`
  .trim()
  .split(/,\s+/);

it('every call is listed by the number of emails that it sends', () => {
  const counted = Object.keys(mailing).flatMap((name) => name.replace(/:.*/, '').split(', '));
  const known = [...new Set(counted), ...countedElsewhere, ...silent];
  const all = calls.map(({ name, action }) => (action === undefined ? name : `${name} ${action}`));
  expect(known.toSorted()).toEqual(all.toSorted());
});

it.each(Object.entries(mailing).map(([calls, row]) => ({ calls, ...row })))(
  `${CALLS} calls send $emails emails: $calls`,
  async ({ emails, prepare }) => {
    const api = await startSignedIn();
    const call = await prepare(api);
    await api.dueMails();
    let sent = 0;
    for (let n = 0; n < CALLS; n += 1) {
      const seen = await call(n);
      sent += (await api.dueMails()).length + (typeof seen === 'number' ? seen : 0);
      api.pass(MINUTE);
    }
    expect(sent).toBe(emails);
  },
);
