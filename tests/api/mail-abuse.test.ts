import { expect, it } from 'vitest';
import { network } from '../support/api/api.ts';
import { calls } from '../support/api/calls.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { codeIn } from '../support/api/members.ts';
import { appCode, STEP, setUpApp } from '../support/api/second-factor.ts';
import { startSignedIn } from '../support/api/signed-in.ts';
import { allRows } from '../support/table/dynamo.ts';

/** Calls in a row, one a minute, each in the way that sends most; all limits are lower. */

const CALLS = 16;
const MINUTE = 60_000;
const STRANGER = 'stranger@example.org';

type Api = Awaited<ReturnType<typeof startSignedIn>>;
/** Makes the n-th call. */
type Call = (n: number) => Promise<unknown>;

const password = hashed(PASSWORD, SALT);
const profile = { username: 'utah_teapot', email: 'teapot@example.org', homepage: '' };

const signedIn = async (api: Api, name = 'utah_teapot'): Promise<string> =>
  (await api.signIn(name)).body.token;
const changeSecondFactor = (api: Api, fields: object) =>
  api.post('/user/second-factor', { password, ...fields }, { token: api.token });
const latestCode = async (api: Api) => codeIn((await api.dueMails()).at(-1)?.text ?? '');

/** The number of emails after these calls, by the names of the calls and what precedes them. */
const mailing: Record<string, { emails: number; prepare: (api: Api) => Call | Promise<Call> }> = {
  // Welcomes and confirmations of deletion, to an address of the caller's choice.
  'register, deleteAccount': {
    emails: 3 + 3,
    prepare: (api) => async () => {
      await api.register({ userName: 'bunny', email: STRANGER });
      await api.deleteAccount(await signedIn(api, 'bunny'), 'bunny');
    },
  },
  'register: by one name after the other': {
    emails: 1,
    prepare: (api) => (n) => api.register({ userName: `bunny${n}`, email: STRANGER }),
  },
  'resetPassword: each with a new code': {
    // The first reset makes the network a known one.
    emails: 2 * (1 + 5),
    prepare: (api) => async () => {
      await api.post('/auth/forgetPassword', { email: 'teapot@example.org' }, network(1));
      await api.resetPassword('teapot@example.org', await latestCode(api), PASSWORD, network(1));
    },
  },
  // Each change ends the session.
  updatePassword: {
    emails: 10,
    prepare: (api) => async () => api.changePassword(await signedIn(api), PASSWORD),
  },
  'updateUserInfo: by three members': {
    // A code and a notice for each change; the fifth of two finds the address taken.
    emails: 2 * (5 + 4 + 4),
    prepare: async (api) => {
      const names = ['bunny', 'dragon', 'armadillo'];
      for (const userName of names) await api.register({ userName, email: `${userName}@example.org` });
      return async (n) => {
        const username = names[n % 3] ?? '';
        const token = await signedIn(api, username);
        for (const email of [STRANGER, `${username}@example.org`]) {
          await api.call('PUT', '/userinfo', { ...profile, username, email }, { token });
          api.pass(MINUTE);
        }
      };
    },
  },
  'verifyEmail send': {
    emails: 10,
    prepare: (api) => async () =>
      api.post('/user/email-verification', { action: 'send' }, { token: await signedIn(api) }),
  },
  'changeSecondFactor finish, changeSecondFactor remove': {
    emails: 5 + 5,
    prepare: (api) => async () => {
      const begun = await changeSecondFactor(api, { action: 'begin' });
      if (begun.status !== 200) return;
      const { secret } = begun.body.data.setup;
      for (const action of ['finish', 'remove']) {
        await changeSecondFactor(api, { action, code: appCode(secret, api.time.now) });
        api.pass(STEP);
      }
    },
  },
  'secureAccount, resetPassword': {
    // One for each report, and one for each new password.
    emails: 10 + 10,
    prepare: (api) => async () => {
      const token = await signedIn(api);
      await api.post('/user/secure-account', { loggedInAt: '2026-03-02T08:00:00.000Z' }, { token });
      await api.resetPassword('teapot@example.org', await latestCode(api), PASSWORD);
    },
  },
  'changeSecondFactor renew-recovery-codes': {
    // The setup is the first of five changes.
    emails: 4,
    prepare: async (api) => {
      const { code } = await setUpApp(api, api.token);
      return () => changeSecondFactor(api, { action: 'renew-recovery-codes', code: code() });
    },
  },
  'changeMember edit: another address each time': {
    // To the old and to the new address.
    emails: 10 * 2,
    prepare: async (api) => {
      await api.operator.grantAdmin('utah_teapot');
      await api.register({ userName: 'bunny', email: STRANGER });
      return async (n) => {
        const { uid, version } = await api.operator.findMember('bunny');
        const edit = { action: 'edit', uid, version, reason: 'Asked', email: `b${n}@example.org` };
        await api.post('/admin/member', edit, { token: api.token });
      };
    },
  },
  'changeSecondFactor give, login: with a recovery code': {
    // One for each use, and one for the renewal after ten codes.
    emails: 10 + 1,
    prepare: async (api) => {
      const { recoveryCodes, code } = await setUpApp(api, api.token);
      return async (n) => {
        if (n === 10) {
          const renewed = await changeSecondFactor(api, { action: 'renew-recovery-codes', code: code() });
          recoveryCodes.push(...renewed.body.data.recoveryCodes);
        }
        const secondFactor = recoveryCodes.shift() ?? '';
        if (n % 2 === 0) await api.signIn('utah_teapot', PASSWORD, { secondFactor });
        else await changeSecondFactor(api, { action: 'give', code: secondFactor });
      };
    },
  },
};

/**
 * Counted in reset.test.ts, passkeys.test.ts, edit-member.test.ts, receipts.test.ts, import-invitations.test.ts,
 * compose-campaign.test.ts, payment-webhook.test.ts, and send-campaigns.test.ts and campaign-mishaps.test.ts of the jobs.
 */
const countedElsewhere = `
  forgetPassword, changePasskeys finish, changePasskeys remove, changeImport invite, changeMember invite,
  addMember, deleteMember, createCampaign, sendTestCampaign, changeCampaign resume, confirmPayment,
  paymentWebhook, changeReceipt send`;

/** Besides every call by GET, which changes nothing that anybody is told of. */
const silent = `
  getSalt, genSalt, logout, newSalt, signOutDevices, exportMembers, resolvePayment, previewCampaign,
  uploadMailImage, setMailPreferences, unsubscribe, unsuppressAddress, verifyArchivePassword,
  verifyArchiveToken, verifyMembershipCard, verifyEmail confirm, changeSecondFactor begin,
  signInWithPasskey begin, signInWithPasskey finish, changePasskeys begin, changeMember grant-term,
  changeMember correct-term, changeMember void-term, changeMember record-bank-transfer,
  changeMember verify-email, changeMember correct-bank-transfer, changeMember void-bank-transfer,
  changeReceipt open, changeMember set-state, changeMember set-category,
  changeMember add-conference-record, changeMember remove-conference-record, changeMembers set-category,
  changeMembers grant-term, changeSegments save, changeSegments remove, changeImport check,
  changeImport start, changeImport cancel, changeCampaignDraft save, changeCampaignDraft delete,
  changeCampaign cancel, changeCampaignTemplate save, changeCampaignTemplate delete,
  changeCampaign pause, changeMembershipCard create, changeMembershipCard revoke`;

it('every call but those by GET is listed by the number of emails that it sends', () => {
  const counted = Object.keys(mailing).flatMap((name) => name.replace(/:.*/, '').split(', '));
  const others = [countedElsewhere, silent].flatMap((names) => names.trim().split(/,\s+/));
  const known = [...new Set(counted), ...others];
  const all = calls
    .filter(({ method }) => method !== 'GET')
    .map(({ name, action }) => (action === undefined ? name : `${name} ${action}`));
  expect(known.toSorted()).toEqual(all.toSorted());
});

const countMails = async ({ table }: Api) => (await allRows(table)).filter(({ sk }) => sk === 'MAIL').length;

it.each(Object.entries(mailing).map(([calls, row]) => ({ calls, ...row })))(
  `${CALLS} calls send $emails emails: $calls`,
  async ({ emails, prepare }) => {
    const api = await startSignedIn();
    // The welcome has a code too, and would be as late as the first of the calls.
    await api.dueMails();
    const call = await prepare(api);
    const before = await countMails(api);
    for (let n = 0; n < CALLS; n += 1) {
      await call(n);
      api.pass(MINUTE);
    }
    expect((await countMails(api)) - before).toBe(emails);
  },
);
