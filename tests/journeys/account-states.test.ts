import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { register, tokenOf } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { sees } from '../support/browser/pages.ts';
import { navigate, openStage, panelIsThere, reload, type Stage } from '../support/browser/states.ts';

/** Every state of /login and /user, each looked at by axe. */

const journey = productJourney({ hasDemoAccounts: true, hasSampleMembers: true });

/** `guest` is nobody; the newcomer has verified nothing; the others are the demo accounts. */
type Visitor = 'guest' | 'newcomer' | 'bunny' | 'cornell' | 'teapot';
const tokens = new Map<Visitor, string>();
beforeAll(async () => {
  const { url, passwordOf } = journey.server;
  await register(url, 'newcomer');
  tokens.set('newcomer', await tokenOf(url, 'newcomer'));
  for (const name of ['bunny', 'cornell', 'teapot'] as const)
    tokens.set(name, await tokenOf(url, name, passwordOf(name)));
});

async function enter(as: Visitor, path: string): Promise<Stage> {
  const stage = await openStage(journey.browser, tokens.get(as));
  await stage.page.goto(journey.server.url + path);
  if (as === 'guest') await stage.page.locator('astro-island:not([ssr])').waitFor();
  else await panelIsThere(stage.page);
  return stage;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last();
const fill = async (page: Page, texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts))
    await page.getByLabel(label, { exact: true }).last().fill(text);
};
const alert = (page: Page) => page.locator('main [role=alert], main .field-error').last();

interface Form {
  as: Visitor;
  path: string;
  /** From the loaded page to the empty form. */
  open?: (stage: Stage) => Promise<unknown>;
  /** The button that submits it. */
  submit: string;
  /** What makes it invalid, if an empty field does not. */
  spoil?: (page: Page) => Promise<unknown>;
  fill: (page: Page) => Promise<unknown>;
}

const newPasswords = { Password: PASSWORD, 'Confirm password': PASSWORD };
const pressed = (name: string) => (stage: Stage) => button(stage.page, name).click();
/** Presses a button, to whose call the server replies so. */
const pressedWhile = (name: string, reply: Parameters<Stage['answer']>[0]) => async (stage: Stage) => {
  await stage.answer(reply);
  await button(stage.page, name).click();
  await stage.page.getByRole('dialog').waitFor();
  await stage.answer('real');
};
const setup = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/AG:bunny?secret=JBSWY3DPEHPK3PXP' };
const UNSUBSCRIBE = 'Unsubscribe from announcements';
const stale = { status: 403, json: { error: 'second-factor-stale', message: 'x' } };

/** By the file of the form; one with several has them by what they ask for. */
const forms: Record<string, Form> = {
  'login/login-form': {
    as: 'guest',
    path: '/login',
    submit: 'Login',
    fill: (page) => fill(page, { 'Username or email': 'bunny', Password: PASSWORD }),
  },
  'login/register-form': {
    as: 'guest',
    path: '/login?form=register',
    submit: 'Submit',
    async fill(page) {
      await fill(page, { ...newPasswords, Username: 'spot', Email: 'spot@example.org' });
      await fill(page, {
        'First name': 'Spot',
        'Last name': 'Cow',
        Affiliation: 'A',
        'Year of degree': '1999',
      });
      await page.getByLabel('Title').selectOption('Dr.');
      await page.getByLabel('Country').selectOption('Singapore');
      await page.getByLabel('Male', { exact: true }).check();
    },
  },
  'login/forgot-password-form': {
    as: 'guest',
    path: '/login?form=forgot',
    submit: 'Submit',
    fill: (page) =>
      fill(page, {
        Email: 'bunny@example.org',
        'Authentication code': '12345678',
        'New password': PASSWORD,
        'Confirm password': PASSWORD,
      }),
  },
  'profile/profile-panel': {
    as: 'bunny',
    path: '/user/profile',
    open: pressed('Edit'),
    submit: 'Save Changes',
    spoil: (page) => fill(page, { Email: '' }),
    fill: (page) => fill(page, { Email: 'bunny@example.org', Affiliation: 'A' }),
  },
  'profile/email-verification': {
    as: 'newcomer',
    path: '/user/profile',
    submit: 'Verify',
    fill: (page) => fill(page, { 'Verification code': '12345678' }),
  },
  'profile/privacy/your-data': {
    as: 'bunny',
    path: '/user/profile',
    open: pressed('Delete my account'),
    submit: 'Delete my account',
    fill: (page) => fill(page, { Password: PASSWORD, Username: 'bunny' }),
  },
  'password/change-password': {
    as: 'bunny',
    path: '/user/password',
    submit: 'Change Password',
    spoil: (page) =>
      fill(page, { 'Current password': 'a', 'New password': 'b', 'Confirm new password': 'c' }),
    fill: (page) => fill(page, { 'Confirm new password': 'b' }),
  },
  'password/confirm-dialog': {
    as: 'bunny',
    path: '/user/password',
    open: pressed('Add a passkey'),
    submit: 'Continue',
    fill: (page) => page.getByRole('dialog').locator('input[type=password]').fill(PASSWORD),
  },
  'password/two-step/set-up-dialog': {
    as: 'bunny',
    path: '/user/password',
    async open({ page, answer, unlock }) {
      await page.route('**/api/user/second-factor', (route) =>
        route.request().postDataJSON()?.action === 'begin'
          ? route.fulfill({ json: { code: 1, msg: '', data: { setup } } })
          : route.fallback(),
      );
      await button(page, 'Set up').click();
      await page.getByRole('dialog').locator('input[type=password]').fill(PASSWORD);
      await button(page, 'Continue').click();
      await page.locator('.scan path').waitFor();
      await unlock();
      await answer('real');
    },
    submit: 'Turn on',
    fill: (page) => fill(page, { Code: '123456' }),
  },
  'app/prompt-dialog, code': {
    as: 'bunny',
    path: '/user/profile',
    open: pressedWhile(UNSUBSCRIBE, stale),
    submit: 'Continue',
    fill: (page) => fill(page, { Code: '123456' }),
  },
  'app/prompt-dialog, login': {
    as: 'bunny',
    path: '/user/profile',
    open: pressedWhile(UNSUBSCRIBE, 'session ended'),
    submit: 'Login',
    fill: (page) => page.getByRole('dialog').locator('input[type=password]').fill(PASSWORD),
  },
};

describe('the form', () => {
  it.each(Object.entries(forms))('%s', async (_name, form) => {
    const stage = await enter(form.as, form.path);
    const { page, answer, unlock, look } = stage;
    const send = async () => {
      await unlock();
      await button(page, form.submit).click();
    };
    await form.open?.(stage);
    await button(page, form.submit).waitFor();
    await look('empty');
    await form.spoil?.(page);
    if (await button(page, form.submit).isEnabled()) await send();
    await alert(page).waitFor();
    await look('with errors');
    await form.fill(page);
    await answer('waiting');
    await send();
    await page.locator('main button[type=submit][aria-busy]').waitFor();
    await look('sending');
  });
});

interface Panel {
  path: string;
  loads?: false;
  /** What a list says while it loads, and without rows. */
  loading?: string;
  empty?: string;
}

/** By the title of the page of the user center, with its views; a page that loads nothing has one state. */
const panels: Record<'bunny' | 'teapot', Record<string, Panel>> = {
  bunny: {
    'User Guide': { path: '', loads: false },
    'User Profile': { path: '/profile' },
    Password: { path: '/password' },
    'Membership Status': { path: '/membership' },
    'Conference History': { path: '/conferences' },
  },
  teapot: {
    Dashboard: { path: '/dashboard' },
    Members: { path: '/members', loading: 'Loading members', empty: 'No matching members' },
    'Members, Import': {
      path: '/members?view=import',
      loading: 'Loading imports',
      empty: 'No imports yet',
    },
    'Members, Audit log': {
      path: '/members?view=audit',
      loading: 'Loading audit log',
      empty: 'No entries in this month',
    },
    Payments: { path: '/payments', loading: 'Loading payments', empty: 'No payments to review' },
    'Payments, All payments': {
      path: '/payments?all',
      loading: 'Loading payments',
      empty: 'No payments in this period',
    },
    'Outbox, Emails': { path: '/outbox' },
    'Outbox, Blocked addresses': { path: '/outbox?blocked' },
    'Send Email': { path: '/email' },
  },
};

describe('the panels', () => {
  it.each(['bunny', 'teapot'] as const)('of %s', async (as) => {
    const { page, go, answer, look } = await enter(as, '/user');
    const skeleton = page.locator('main .skeleton').first();
    for (const [title, { path, loads, loading, empty }] of Object.entries(panels[as])) {
      await answer('real');
      await go(`/user${path}`);
      await page.getByRole('heading', { level: 2, name: title.split(',')[0] ?? '', exact: true }).waitFor();
      await look(`${title}, filled`);
      if (loads === false) continue;
      await answer('waiting');
      await reload(page);
      await skeleton.waitFor();
      if (loading) await page.getByRole('status', { name: loading }).waitFor();
      await look(`${title}, loading`);
      await answer('failed');
      await page.locator('main [role=alert]').first().waitFor();
      await panelIsThere(page);
      await look(`${title}, failed`);
      await answer('empty');
      if (empty) {
        await page.getByRole('alert').filter({ hasText: 'Failed to load data' }).last().waitFor();
        await button(page, 'Try again').click();
        await sees(page, empty);
      }
      await reload(page);
      await page.locator('main [role=alert]').first().waitFor({ state: 'detached' });
      await panelIsThere(page);
      await look(`${title}, empty`);
    }
  });
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor();
const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
const confirmPassword = async (page: Page, label: string) => {
  const open = page.getByRole('dialog');
  await open.locator('input[type=password]').fill(PASSWORD);
  if (await open.getByLabel('Code').count()) await open.getByLabel('Code').fill('123456');
  await button(page, label).click();
};
const passkey = { id: 'x', browser: 'Chrome', addedAt: '2026-03-02T08:00:00.000Z', lastUsedAt: null };
const twoStep = { enrolledAt: '2026-03-02T08:00:00.000Z', recoveryCodesLeft: 2, isRequired: false };
const data = (of: unknown) => ({ code: 1, msg: '', data: of });

/** Every other state, by the files that have it. */
const others: Record<string, { as: Visitor; path: string; visit: (stage: Stage) => Promise<unknown> }> = {
  'app/user-center': {
    as: 'bunny',
    path: '/user/nowhere',
    async visit({ page, look }) {
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await look('no such page');
      const abort = (route: Route) => route.abort();
      await page.route('**/*.js', abort);
      await navigate(page, '/user/conferences');
      await page.locator('main [role=alert]').waitFor();
      await look('code of a panel that did not arrive');
      await page.context().setOffline(true);
      // A narrow screen has it in the menu.
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: 'Log Out' }).filter({ visible: true }).click();
      await sees(page, 'You have been logged out on this device. You are offline.');
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      await look('logged out without a network');
      await page.context().setOffline(false);
      await page.unroute('**/*.js', abort);
      await button(page, 'Login').click();
      await page.waitForURL(/\/login$/);
    },
  },
  'profile/profile-panel': {
    as: 'bunny',
    path: '/user/profile',
    async visit({ page, go, replyTo, look }) {
      await button(page, 'Edit').click();
      await fill(page, { Affiliation: 'Cornell Box' });
      await go('/user');
      await go('/user/profile');
      await sees(page, 'We restored your unsaved changes.');
      await look('restored');
      await button(page, 'Save Changes').click();
      await sees(page, 'Profile updated successfully!');
      await replyTo(
        '/user/mail-preferences',
        data({ announcements: false, suppressedBecause: 'complained' }),
      );
      await reload(page);
      await sees(page, 'You have unsubscribed from announcements');
      await look('suppressed address');
    },
  },
  'profile/privacy/activity': {
    as: 'bunny',
    path: '/user/profile',
    async visit({ page, replyTo, look }) {
      await page.getByRole('button', { name: "This wasn't me" }).first().click();
      await dialog(page, 'Log out everywhere?');
      await look('asks whether to log out everywhere');
      await replyTo('/user/secure-account', { message: '', email: 'bunny@example.org' });
      await button(page, 'Log out everywhere').click();
      await dialog(page, 'You have been logged out on all devices');
      await look('logged out everywhere');
    },
  },
  'password/passkeys-section, password/two-step/two-step-section, password/two-step/recovery-codes': {
    as: 'bunny',
    path: '/user',
    async visit({ page, go, replyTo, look }) {
      const recoveryCodes = Array.from({ length: 10 }, () => 'abcd-efgh-jkmn-pqrs');
      await replyTo('/user/passkeys', data([passkey]));
      await replyTo('/user/second-factor', data({ ...twoStep, recoveryCodes }));
      await go('/user/password');
      await look('with a passkey and two-step verification');
      await page.getByRole('button', { name: /^Remove/ }).click();
      await dialog(page, 'Remove this passkey?');
      await look('asks whether to remove the passkey');
      await close(page);
      await button(page, 'Turn off').click();
      await dialog(page, 'Turn off two-step verification?');
      await look('asks whether to turn it off');
      await close(page);
      await button(page, 'Set up on another phone').click();
      await dialog(page, 'Set up on another phone');
      await look('asks before another phone');
      await close(page);
      await button(page, 'New recovery codes').click();
      await dialog(page, 'Create new recovery codes?');
      await look('asks before new recovery codes');
      await confirmPassword(page, 'Create codes');
      await dialog(page, 'Save your recovery codes');
      await look('recovery codes');
    },
  },
  'membership/payment-options': {
    as: 'cornell',
    path: '/user/membership',
    async visit({ page, replyTo, look }) {
      await look('expired');
      await page.getByRole('button', { name: /^Pay as Professional/ }).click();
      await dialog(page, 'Confirm your payment');
      await look('paying');
      await replyTo('/membership/confirm-payment', { success: false, message: 'No payment was found.' });
      await button(page, 'Confirm').click();
      await sees(page, 'No payment was found.');
      await look('no payment found');
    },
  },
  'membership/membership-card': {
    as: 'bunny',
    path: '/user/membership',
    async visit({ page, look }) {
      await button(page, 'Create membership card').click();
      await sees(page, 'Membership card created.');
      await look('membership card');
      for (const change of ['Replace link', 'Delete card']) {
        await button(page, change).click();
        await page.getByRole('dialog').waitFor();
        await look(change);
        await close(page);
      }
    },
  },
};

describe('the other states of', () => {
  it.each(Object.entries(others))('%s', async (_file, { as, path, visit }) => {
    await visit(await enter(as, path));
  });
});

const fileOf = (state: string): string => state.split(',')[0] ?? '';

const island = join(import.meta.dirname, '../../account-island');
/** The files of what guests and members see whose text has the pattern. */
const filesWith = (pattern: RegExp): string[] =>
  globSync('{app,features/!(admin-*)/**}/*.tsx', { cwd: island })
    .filter((file) => pattern.test(readFileSync(join(island, file), 'utf8')))
    .map((file) => file.replace(/^features\//, '').replace(/\.tsx$/, ''))
    .sort();

describe('the list has', () => {
  it('every form', () => {
    expect(filesWith(/\buse(SignIn)?Form\(/)).toEqual([...new Set(Object.keys(forms).map(fileOf))].sort());
  });

  it('every page of the user center', () => {
    const routes = readFileSync(join(island, 'app/routes.tsx'), 'utf8');
    const titles = [...routes.matchAll(/page\(\s*'\w+',\s*'[^']+',\s*'([^']+)'/g)].map(([, title]) => title);
    const listed = Object.values(panels).flatMap((those) => Object.keys(those));
    expect([...new Set(listed.map(fileOf))]).toEqual(titles);
  });

  it('every dialog', () => {
    const listed = new Set([
      ...Object.keys(forms).map(fileOf),
      ...Object.keys(others).join(', ').split(', '),
    ]);
    expect(filesWith(/<(Confirm|Form)?Dialog\b/).filter((file) => !listed.has(file))).toEqual([]);
  });
});
