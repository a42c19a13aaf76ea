import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { emptyCounts } from '../../functions/mail/campaigns/campaign.ts';
import { PASSWORD } from '../support/api/make.ts';
import { register, tokenOf } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { endLocks, searchMembers, sees } from '../support/browser/pages.ts';
import { navigate, openStage, reload, type Stage } from '../support/browser/states.ts';
import { openLogin } from '../support/browser/user-center.ts';

/** Each form with its errors, each page and each kind of dialog of /login and /user, looked at once. */

const journey = productJourney({ hasDemoAccounts: true, hasSampleMembers: true });

/** The newcomer has verified nothing; the others are the demo accounts. */
type Visitor = 'newcomer' | 'bunny' | 'cornell' | 'teapot';
const tokens = new Map<Visitor, string>();
beforeAll(async () => {
  const { url, passwordOf } = journey.server;
  await register(url, 'newcomer');
  tokens.set('newcomer', await tokenOf(url, 'newcomer'));
  for (const name of ['bunny', 'cornell', 'teapot'] as const)
    tokens.set(name, await tokenOf(url, name, passwordOf(name)));
});

async function enter(as: Visitor): Promise<Stage> {
  const stage = await openStage(journey.browser, tokens.get(as));
  await stage.page.goto(`${journey.server.url}/user`);
  await stage.page.getByRole('heading', { name: 'User Guide' }).waitFor();
  return stage;
}

/** The last button with this text: its name may say more to a screen reader. */
const button = (page: Page, text: string) =>
  page
    .locator('main')
    .getByRole('button')
    .filter({ hasText: new RegExp(`^${text}$`) })
    .last();
const press = async (page: Page, text: string) => {
  await endLocks(page);
  await button(page, text).click();
};
const fill = async (page: Page, texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts))
    await page.getByLabel(label, { exact: true }).last().fill(text);
};
/** Out of the dialog on top, if there is one. */
async function close(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog');
  const open = await dialogs.count();
  if (open === 0) return;
  await page.keyboard.press('Escape');
  await expect.poll(() => dialogs.count()).toBe(open - 1);
}
/** Opens a dialog, looks at it, with its errors if it asks for something, and goes back. */
async function lookAtDialog({ page, look }: Stage, name: string): Promise<void> {
  await press(page, name);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await endLocks(page);
  if (await dialog.locator('[required]').count()) {
    await dialog.locator('button[type=submit]').click();
    await dialog.locator('.field-error').first().waitFor();
  }
  await look(name);
  await close(page);
}

const data = (of: unknown) => ({ code: 1, msg: '', data: of });
const listOf = (...items: unknown[]) => data({ items });
const at = '2026-10-02T01:00:00.000Z';
const setup = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/AG:bunny?secret=JBSWY3DPEHPK3PXP' };
const once = { times: 1 };

interface Form {
  /** Its page: the path and the title. */
  on: [string, string];
  /** From the loaded page to the empty form. */
  open?: (stage: Stage) => Promise<unknown>;
  /** The button that submits it. */
  submit: string;
  /** What makes it invalid, if an empty field does not. */
  spoil?: Record<string, string>;
}

const profile: [string, string] = ['/user/profile', 'User Profile'];
const password: [string, string] = ['/user/password', 'Password'];

/** By the file of the form; one with several has them by what they ask for. */
const formsOfGuests: Record<string, Omit<Form, 'open'>> = {
  'login/login-form': { on: ['/login', 'Login'], submit: 'Login' },
  'login/register-form': { on: ['/login?form=register', 'Information Configuration'], submit: 'Submit' },
  'login/forgot-password-form': { on: ['/login?form=forgot', 'Forgot password'], submit: 'Submit' },
};
const formsOfMembers: Record<string, Form> = {
  'password/change-password': {
    on: password,
    submit: 'Change Password',
    spoil: { 'Current password': 'a', 'New password': 'b', 'Confirm new password': 'c' },
  },
  'password/confirm-dialog': {
    on: password,
    open: ({ page }) => press(page, 'Add a passkey'),
    submit: 'Continue',
  },
  'password/two-step-dialog': {
    on: password,
    async open({ page, replyTo }) {
      await press(page, 'Set up');
      await replyTo('/user/second-factor', data({ setup }), once);
      await page.getByRole('dialog').locator('input[type=password]').fill(PASSWORD);
      await press(page, 'Continue');
      await page.locator('.scan path').waitFor();
    },
    submit: 'Turn on',
  },
  'profile/privacy/your-data': {
    on: profile,
    open: ({ page }) => press(page, 'Delete my account'),
    submit: 'Delete my account',
  },
  'app/prompt-dialog, code': {
    on: profile,
    async open({ page, replyTo }) {
      const stale = { error: 'second-factor-stale', message: 'x' };
      await replyTo('/user/mail-preferences', stale, { status: 403, ...once });
      await press(page, 'Unsubscribe from announcements');
    },
    submit: 'Continue',
  },
  'app/prompt-dialog, login': {
    on: profile,
    async open({ page, replyTo }) {
      await replyTo('/user/mail-preferences', { message: 'x' }, { status: 401, ...once });
      await press(page, 'Unsubscribe from announcements');
    },
    submit: 'Login',
  },
};
const formsOfNewcomers: Record<string, Form> = {
  'membership/email-verification': { on: profile, submit: 'Verify' },
  'profile/profile-panel': {
    on: profile,
    open: ({ page }) => press(page, 'Edit'),
    submit: 'Save Changes',
    spoil: { Email: '' },
  },
};

async function lookWithErrors({ page, look }: Stage, file: string, { submit, spoil = {} }: Form) {
  await button(page, submit).waitFor();
  await fill(page, spoil);
  if (await button(page, submit).isEnabled()) await press(page, submit);
  await page.locator('main [role=alert], main .field-error').last().waitFor();
  await look(file);
}

it('the forms of a guest', async () => {
  const stage = await openStage(journey.browser);
  await openLogin(stage.page, journey.server.url);
  for (const [file, form] of Object.entries(formsOfGuests)) {
    const [path, title] = form.on;
    await navigate(stage.page, path);
    await stage.page.getByRole('heading', { level: 1, name: title }).waitFor();
    await lookWithErrors(stage, file, form);
  }
});

const lookAtForms = (forms: Record<string, Form>) => async (stage: Stage) => {
  for (const [file, form] of Object.entries(forms)) {
    await stage.go(...form.on);
    await form.open?.(stage);
    await lookWithErrors(stage, file, form);
    // A login that is not made ends on the login page.
    if (!file.endsWith(', login')) await close(stage.page);
  }
};

/** The pages by their titles, with their views. */
const pagesOfMembers: Record<string, string> = {
  'User Guide': '',
  'User Profile': '/profile',
  Password: '/password',
  'Membership Status': '/membership',
  'Conference History': '/conferences',
  'Permission Denied': '/email',
  'Page not found': '/nowhere',
};
const pagesOfAdministrators: Record<string, string> = {
  Dashboard: '/dashboard',
  Members: '/members',
  'Members, Import': '/members?view=import',
  Payments: '/payments',
  'Payments, To review': '/payments?review',
  Outbox: '/outbox',
  'Outbox, Blocked addresses': '/outbox?blocked',
  'Send Email': '/email',
  'Audit log': '/audit',
};
const titleOf = (page: string): string => page.split(',')[0] ?? '';

/** With a passkey and recovery codes. */
async function lookAtPagesOfMember({ page, go, replyTo, look }: Stage) {
  const recoveryCodes = Array.from({ length: 10 }, () => 'abcd-efgh-jkmn-pqrs');
  const factor = { enrolledAt: at, recoveryCodesLeft: 2, isRequired: false, recoveryCodes };
  await replyTo('/user/passkeys', data([{ id: 'x', browser: 'Chrome', addedAt: at, lastUsedAt: null }]));
  await replyTo('/user/second-factor', data(factor));
  for (const [title, path] of Object.entries(pagesOfMembers)) {
    await go(`/user${path}`, title);
    await look(title);
  }
  await go(...profile);
  await page.getByRole('button', { name: "This wasn't me" }).first().click();
  await page.getByRole('dialog', { name: 'Log out everywhere?' }).waitFor();
  await look('a question');
  await close(page);
  await go(...password);
  await press(page, 'New recovery codes');
  await page.getByRole('dialog').locator('input[type=password]').fill(PASSWORD);
  await fill(page, { Code: '123456' });
  await press(page, 'Create codes');
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
  await look('recovery codes');
  await press(page, 'I have saved them');
}

async function lookAtCard({ page, look }: Stage) {
  await page.goto(`${journey.server.url}/user/membership`);
  await press(page, 'Create card link');
  await sees(page, 'Card link created.');
  await look('the membership card');
  const card = await page.locator('.membership-card-section__address a').getAttribute('href');
  await page.goto(card ?? '');
  await page.getByRole('article').waitFor();
  await look('the page of the card');
}

async function lookAtExpiredMembership({ page, go, replyTo, look }: Stage) {
  await replyTo('/membership/confirm-payment', { success: false, message: 'No payment was found.' });
  await go('/user/membership', 'Membership Status');
  await look('expired');
  await page.getByRole('button', { name: /^Pay as Professional/ }).click();
  await press(page, 'Confirm');
  await sees(page, 'No payment was found.');
  await look('no payment found');
}

/** With a list while it loads, once it has failed, and when it is empty. */
async function lookAtPagesOfAdministrator({ page, go, look }: Stage) {
  const reply = Promise.withResolvers<void>();
  await page.route('**/api/admin/members?**', async (route) => {
    await reply.promise;
    await route.fulfill({ status: 400, json: { message: 'x' } });
  });
  await navigate(page, '/user/members');
  await page.getByRole('searchbox').waitFor();
  await page.getByRole('status', { name: 'Loading...' }).waitFor();
  await look('a list that loads');
  reply.resolve();
  await page.getByRole('alert').filter({ hasText: 'Failed to load data' }).waitFor();
  await look('a list that has failed');
  await page.unroute('**/api/admin/members?**');
  await press(page, 'Try again');
  await page.getByRole('searchbox').fill('nobody at all');
  await sees(page, 'No matching members');
  await look('an empty list');
  for (const [title, path] of Object.entries(pagesOfAdministrators)) {
    await go(`/user${path}`, titleOf(title));
    await page.locator('main details').evaluateAll((all) => {
      for (const each of all) each.setAttribute('open', '');
    });
    await look(title);
  }
}

/** The page of a member as administrators see it, and its kinds of dialogs. */
async function lookAtMember(stage: Stage) {
  const { page, go, look } = stage;
  await go('/user/members', 'Members');
  for (const name of ['Add member...', 'Export...']) await lookAtDialog(stage, name);
  await page.getByRole('checkbox', { name: /^Select .*, bunny$/ }).check();
  await press(page, 'More');
  await lookAtDialog(stage, 'Change category...');
  await searchMembers(page, 'bunny');
  await page.getByRole('link', { name: /Stanford Bunny/ }).click();
  await page.locator('.member-facts').waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  await look('the page of a member');
  for (const name of ['Edit profile...', 'Delete account...']) {
    await press(page, 'More');
    await lookAtDialog(stage, name);
  }
  for (const name of ['Record bank transfer', 'Void']) await lookAtDialog(stage, name);
}

/** A list that is imported, with a mistake and in an unknown encoding. */
async function lookAtImport({ page, go, look }: Stage) {
  await go('/user/members?view=import', 'Members');
  const choose = (text: string, encoding: BufferEncoding) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) });
  await choose('Email,First name,Last name,Notes\nspot,Spot,Cow,x\n', 'utf8');
  await sees(page, 'Enter a valid email address.');
  await look('a list with a mistake');
  await choose('Email,First name,Last name\nspot@models.example,Spot,Scané\n', 'latin1');
  await page.getByRole('group', { name: /isn't saved as "CSV UTF-8"/ }).waitFor();
  await look('a list in an unknown encoding');
}

const preview = {
  subject: 'Call for participation',
  html: '<p>Dear members</p>',
  text: 'Dear members',
  recipients: 503,
  first: 'bunny@example.org',
  last: 'teapot@example.org',
  deliveries: 501,
  excluded: [
    { address: 'dragon@example.org', reason: 'disabled' },
    { address: 'armadillo@example.org', reason: 'unsubscribed' },
  ],
  excludedByReason: { disabled: 1, unsubscribed: 1 },
  unfilledFields: ['{{firstname|member}}', '{{renewLink}}'],
  htmlBytes: 112_000,
  deliveryBytes: 210_000,
  totalBytes: 10_521_000,
};
const campaign = {
  id: 'ab'.repeat(16),
  ...{ subject: 'Call for participation', senderName: 'Utah Teapot', state: 'paused', attachments: [] },
  ...{ createdAt: at, dueAt: at, total: 42, finished: 30, bounced: 0, complained: 0 },
  note: 'Paused by Utah Teapot.',
};

/** An email that is written, checked, and followed in the Outbox. */
async function lookAtEmail(stage: Stage) {
  const { page, go, replyTo, look } = stage;
  await go('/user/email', 'Send Email');
  await press(page, 'Send');
  await sees(page, 'Select at least one recipient.');
  await look('an email with errors');
  await fill(page, { Subject: 'Call for participation', Content: 'Dear members' });
  await press(page, 'Templates');
  await lookAtDialog(stage, 'Save as template');
  await press(page, 'Choose recipients');
  await page.getByRole('checkbox', { name: /bunny/ }).check();
  await look('recipients');
  await press(page, 'Use 1 recipient');
  await replyTo('/admin/preview-campaign', data(preview));
  await press(page, 'Send');
  await page.getByRole('dialog', { name: 'Send this email?' }).waitFor();
  await look('an email to many, of whom some get nothing');
  await close(page);

  await replyTo('/admin/campaigns*', listOf(campaign));
  const counts = { ...emptyCounts(), waiting: 12, sent: 30 };
  await replyTo('/admin/campaign?*', data({ ...campaign, counts }));
  await replyTo('/admin/campaign-deliveries*', listOf());
  await go('/user/outbox', 'Outbox');
  await page.getByRole('link', { name: campaign.subject }).click();
  await page.getByRole('heading', { name: 'Recipients' }).waitFor();
  await look('a paused email');
  await lookAtDialog(stage, 'Resume');
  await replyTo(
    '/admin/suppressions*',
    listOf({ address: 'bunny@example.org', reason: 'complained', suppressedAt: at, detail: '' }),
  );
  await go('/user/outbox?blocked', 'Outbox');
  await lookAtDialog(stage, 'Unblock');
}

// In one window each: axe is compiled for each page that is loaded, which takes it longer than a look.
it.each<[Visitor, ...((stage: Stage) => Promise<void>)[]]>([
  ['newcomer', lookAtForms(formsOfNewcomers)],
  ['bunny', lookAtPagesOfMember, lookAtForms(formsOfMembers), lookAtCard],
  ['cornell', lookAtExpiredMembership],
  ['teapot', lookAtPagesOfAdministrator, lookAtMember, lookAtImport, lookAtEmail],
])('the screens of %s', async (as, ...scenes) => {
  const stage = await enter(as);
  for (const scene of scenes) {
    await scene(stage);
    // The next one asks the server itself.
    await stage.page.unrouteAll();
    await reload(stage.page);
  }
});

it('are all: every form and every page is above', () => {
  const island = join(import.meta.dirname, '../../account-island');
  const withForms = globSync('{app,member/**}/*.tsx', { cwd: island })
    .filter((file) => /\buse(SignIn)?Form\(/.test(readFileSync(join(island, file), 'utf8')))
    .map((file) => file.replace(/^member\//, '').replace(/\.tsx$/, ''));
  const files = Object.keys({ ...formsOfGuests, ...formsOfMembers, ...formsOfNewcomers }).map(titleOf);
  expect(new Set(files)).toEqual(new Set(withForms));

  const routes = readFileSync(join(island, 'app/routes.tsx'), 'utf8');
  const titles = [...routes.matchAll(/page\(\s*'\w+',\s*'[^']+',\s*'([^']+)'/g)].map(([, title]) => title);
  const listed = Object.keys({ ...pagesOfMembers, ...pagesOfAdministrators }).map(titleOf);
  expect(listed).toEqual(expect.arrayContaining(titles));
});
