import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { appCode, openScan, STEP, setUpApp } from '../support/api/second-factor.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { mailJourney } from '../support/browser/journey.ts';
import { focused, tabTo } from '../support/browser/keyboard.ts';
import { download, fetchReply, pressUnlocked, sees, unlocked } from '../support/browser/pages.ts';
import { openWindow, type View } from '../support/browser/user-center.ts';

const MINUTE = 60_000;
const WINDOW = { expected: /Failed to load resource.* (400|401|403)/, hasClock: true };

const journey = mailJourney();

/** A new member, and a client address from which nobody else registers and logs in. */
async function member(userName: string) {
  const { pipeline } = journey.server;
  await pipeline.register({ userName, email: `${userName}@example.org` });
  return String((await pipeline.signIn(userName)).body.token);
}

/** The user center of the token's member. */
async function enter(token: string, path: string, view: View = {}): Promise<Page> {
  const page = await openWindow(journey.browser, { ...WINDOW, ...view, session: token });
  await page.goto(`${journey.server.url}/user${path}`);
  await page.getByRole('heading', { name: 'User Center' }).waitFor();
  return page;
}

async function openLogin(view: View = {}): Promise<Page> {
  const page = await openWindow(journey.browser, { ...WINDOW, ...view });
  await page.goto(`${journey.server.url}/login`);
  await page.locator('astro-island:not([ssr])').waitFor();
  return page;
}

/** Enters username and password by keyboard alone, and waits for the question for the code. */
async function logInUpToTheCode(page: Page, username: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).focus();
  await page.keyboard.insertText(username);
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code', { exact: true }).waitFor();
}

const submitted = async (page: Page) => {
  await unlocked(page.getByRole('button', { name: 'Login', exact: true }));
  await page.keyboard.press('Enter');
};
/** Chromium closes a dialog at the second or third Escape, even if the page prevents the first. */
const insistOnEscape = async (page: Page) => {
  for (let times = 0; times < 4; times++) await page.keyboard.press('Escape');
};
const centre = (page: Page) => page.getByRole('heading', { name: 'User Center' }).waitFor();

describe('a member with two-step verification', () => {
  it('sets it up in three steps, each with its own focus', async () => {
    const { pipeline } = journey.server;
    const page = await enter(await member('armadillo'), '/password');
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Set up two-step verification' }).waitFor();
    expect(await focused(page)).toBe('Current password');
    await page.keyboard.insertText('not it');
    await page.keyboard.press('Enter');
    await dialog.getByText('The current password is wrong.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await pressUnlocked(dialog.getByRole('button', { name: 'Continue' }));

    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    expect(await focused(page)).toBe('Code');
    await page.keyboard.insertText('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText('This code is wrong, expired or already used.').waitFor();
    const secret = ((await dialog.locator('.scan__key code').textContent()) ?? '').replaceAll(' ', '');
    const onThisDevice = await dialog
      .getByRole('link', { name: 'Add this account to the app' })
      .getAttribute('href');
    expect(onThisDevice).toMatch(/^otpauth:\/\/totp\//);
    expect(onThisDevice).toContain(secret);
    await dialog.getByLabel('Code', { exact: true }).fill(appCode(secret, pipeline.time.now));
    await pressUnlocked(dialog.getByRole('button', { name: 'Turn on' }));

    await dialog.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    const codes = await dialog.locator('.recovery-codes code').allTextContents();
    expect(codes).toHaveLength(10);
    await insistOnEscape(page);
    const { text } = await download(page, dialog.getByRole('button', { name: 'Download' }).click());
    expect(text).toContain(codes.join('\n'));
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await sees(page, 'Two-step verification is on.');
    await sees(page, /^On since .*10 recovery codes left\.$/);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await focused(page)).toBe('Two-step verification is on.');
    await expectAccessible(page);
  });

  it('logs in with the password, then a code, by keyboard; the entries stay', async () => {
    const { pipeline } = journey.server;
    const app = await setUpApp(pipeline, await member('bunny'));
    const page = await openLogin();
    await logInUpToTheCode(page, 'bunny');
    expect(await focused(page)).toBe('Code');
    expect(await page.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('bunny');
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe(PASSWORD);
    const input = page.getByLabel('Code', { exact: true });
    expect(await input.getAttribute('autocomplete')).toBe('one-time-code');
    expect(await input.getAttribute('inputmode')).toBe('numeric');
    await expectAccessible(page);

    await page.keyboard.insertText('12345');
    await submitted(page);
    await page.getByRole('alert').getByText('Enter the 6-digit code.').waitFor();
    await input.fill('000000');
    await submitted(page);
    await page.getByRole('alert').getByText('This code is wrong, expired or already used.').waitFor();
    expect(await focused(page)).toBe('Code');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Use the authenticator app' }).click();
    await input.fill(`${app.code().slice(0, 3)} ${app.code().slice(3)}`);
    await submitted(page);
    await centre(page);
  });

  it('logs in with a recovery code, and reads how many are left', async () => {
    const { pipeline } = journey.server;
    const { recoveryCodes } = await setUpApp(pipeline, await member('dragon'));
    const page = await openLogin({ width: 390, dark: true });
    await logInUpToTheCode(page, 'dragon');
    await tabTo(page, 'Use a recovery code');
    await page.keyboard.press('Enter');
    await page.getByLabel('Recovery code').waitFor();
    expect(await focused(page)).toBe('Recovery code');
    await expectAccessible(page);
    await page.keyboard.insertText(recoveryCodes[0]?.toUpperCase() ?? '');
    await submitted(page);
    await sees(page, 'Login Successful. You have 9 recovery codes left.');
    await centre(page);
  });

  it('is asked for a code too when the session ended while they wrote', async () => {
    const { pipeline } = journey.server;
    const token = await member('gyroid');
    const app = await setUpApp(pipeline, token);
    const page = await enter(token, '/profile');
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await page.getByLabel('Affiliation').fill('Kitchen of Porcelain');
    await pipeline.post('/auth/logout', undefined, { token });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await dialog.getByLabel('Code', { exact: true }).fill(app.code());
    await pressUnlocked(dialog.getByRole('button', { name: 'Login' }));
    await dialog.waitFor({ state: 'detached' });
    await sees(page, 'Profile updated successfully!');
    await sees(page, 'Kitchen of Porcelain');
  });

  it('sees that it is on after a lost reply to the last step, creates new recovery codes, turns it off, and reads that it is on already after a setup in another window', async () => {
    const { pipeline } = journey.server;
    const token = await member('suzanne');
    const page = await enter(token, '/password', { expected: /Failed to load/, width: 390 });
    const secret = await openScan(page);
    const dialog = page.getByRole('dialog');
    const code = () => appCode(secret, pipeline.time.now);
    await dialog.getByLabel('Code', { exact: true }).fill(code());
    await page.route('**/api/user/second-factor', async (route) => {
      if (!route.request().postData()?.includes('finish')) return route.fallback();
      await fetchReply(route);
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByRole('alert').getByText("Can't connect to the server.").waitFor();
    await page.keyboard.press('Escape');
    await sees(page, /^On since /);

    const confirm = async (button: string) => {
      pipeline.pass(STEP);
      await dialog.getByLabel('Current password').fill(PASSWORD);
      await dialog.getByLabel('Code', { exact: true }).fill(code());
      await expectAccessible(page);
      await dialog.getByRole('button', { name: button }).click();
    };
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await confirm('Create codes');
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await sees(page, 'New recovery codes created.');
    await page.getByRole('button', { name: 'Turn off' }).click();
    await confirm('Turn off');
    await sees(page, 'Two-step verification is off.');

    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await setUpApp(pipeline, token);
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('alert').getByText('Two-step verification is already on.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await sees(page, /^On since /);
  });
});

describe('an administrator, 15 minutes after the last code', () => {
  it('exports after a wrong and a right code, without starting the download again', async () => {
    const { pipeline } = journey.server;
    await member('lucy');
    await pipeline.operator.grantAdmin('lucy');
    const token = String((await pipeline.signIn('lucy')).body.token);
    const app = await setUpApp(pipeline, token);
    const page = await enter(token, '/members');
    await page.getByRole('button', { name: 'Export...' }).click();
    const exportButton = page.getByRole('button', { name: 'Export as CSV' });
    await exportButton.waitFor();
    pipeline.pass(15 * MINUTE);
    await exportButton.click();
    const dialog = page.getByRole('dialog', { name: 'Enter your code' });
    await dialog.waitFor();
    expect(await focused(page)).toBe('Code');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await sees(page, 'Enter a code from your authenticator app to continue');

    await exportButton.click();
    await dialog.waitFor();
    await page.route('**/api/user/second-factor', async (route) => {
      await insistOnEscape(page);
      await route.continue();
    });
    await page.keyboard.insertText('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText('This code is wrong, expired or already used.').waitFor();
    await page.unrouteAll();
    await dialog.getByLabel('Code', { exact: true }).fill(app.code());
    const { name } = await download(page, pressUnlocked(dialog.getByRole('button', { name: 'Continue' })));
    expect(name).toMatch(/^members-.*\.csv$/);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('sends an email to 101 members after a code, without losing anything', async () => {
    const { pipeline } = journey.server;
    await pipeline.reauthenticate();
    const { token } = pipeline;
    const app = await setUpApp(pipeline, token);
    const recipients = await pipeline.addMembers(Array.from({ length: 101 }, () => ({})));
    const draft = { subject: 'Call for papers', content: '<p>Come</p>', recipients, attachments: [] };
    await pipeline.post('/admin/campaign-draft', { action: 'save', ...draft, scheduleTime: '' }, { token });
    const page = await enter(token, '/email', { hasClock: false });
    await sees(page, '101 selected');
    pipeline.pass(15 * MINUTE);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await pressUnlocked(page.getByRole('button', { name: 'Send to 101 recipients' }));
    const dialog = page.getByRole('dialog', { name: 'Enter your code' });
    await dialog.getByLabel('Code', { exact: true }).fill(app.code());
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await sees(page, 'Your email is being sent. Follow its progress in the Outbox.');
    const { items } = (await pipeline.get('/admin/campaigns', { token })).body.data;
    expect(items.map(({ total }: { total: number }) => total)).toEqual([101]);
  });
});
