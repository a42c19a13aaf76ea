import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { mailTo } from '../support/api/members.ts';
import { appCode, openScan, STEP } from '../support/api/second-factor.ts';
import { mailJourney, productJourney } from '../support/browser/journey.ts';
import { focused, press, tabTo } from '../support/browser/keyboard.ts';
import { download, pressAgain, pressUnlocked, sees, unlocked } from '../support/browser/pages.ts';
import {
  endSessionOnServer,
  loginReacts,
  openUserCenter,
  openWindow,
} from '../support/browser/user-center.ts';
import { addVirtualAuthenticator } from '../support/browser/virtual-authenticator.ts';

/** The page of the menu with this name. */
const openPanel = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'User Center menu' }).getByRole('link', { name, exact: true }).click();

const userCenter = (page: Page) => page.getByRole('heading', { name: 'User Center' }).waitFor();

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await loginReacts(page);
}

describe('a passkey', () => {
  const journey = productJourney();

  async function confirm(page: Page, button: string, password = PASSWORD): Promise<void> {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(password);
    await pressUnlocked(dialog.getByRole('button', { name: button }));
  }

  it('is added after the password, logs in by keyboard without a username, also where the session has ended, says why none was made or used, and is removed', async () => {
    const { url } = journey.server;
    const page = await openUserCenter(journey.browser, url, 'utah_teapot', '/password', { hasClock: true });
    const device = await addVirtualAuthenticator(page);
    const section = page.locator('section').filter({ hasText: 'With a passkey you log in' });
    await sees(page, 'You have no passkeys.');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog', { name: 'Add a passkey' }).waitFor();
    expect(await focused(page)).toBe('Current password');
    await confirm(page, 'Continue', 'not it');
    await sees(page, 'The current password is wrong.');
    expect(await device.count()).toBe(0);
    await device.unlocks(false);
    await confirm(page, 'Continue');
    await sees(page, 'No passkey was created. Please try again.');
    await device.unlocks(true);
    await confirm(page, 'Continue');
    await sees(page, 'Passkey added. You can log in with it.');
    expect(await focused(page)).toBe('Passkey added. You can log in with it.');
    await section.getByText('Chrome on Linux').waitFor();
    await section.getByText('Not used yet').waitFor();
    await sees(page, 'A new password also removes your passkeys.');
    await mailTo(url, 'utah_teapot@example.org', 'A passkey was added');

    await logOut(page);
    await device.unlocks(false);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await sees(page, 'No passkey was used. Try again, or log in with your password.');
    await device.unlocks(true);
    await unlocked(page.getByRole('button', { name: 'Log in with a passkey' }));
    await page.getByRole('textbox', { name: 'Username or email' }).focus();
    await press(page, 'Log in with a passkey');
    await userCenter(page);
    await openPanel(page, 'Password');
    await section.getByText(/^Last used: /).waitFor();

    await endSessionOnServer(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await confirm(page, 'Continue');
    await page.getByRole('dialog', { name: 'You have been logged out' }).waitFor();
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await sees(page, 'This device already has a passkey for your account.');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Remove: Chrome on Linux' }).click();
    await page.getByRole('dialog', { name: 'Remove this passkey?' }).waitFor();
    await confirm(page, 'Remove');
    await sees(page, 'Passkey removed.');
    await sees(page, 'You have no passkeys.');
    // The browser has told the device.
    await expect.poll(device.count).toBe(0);
  });
});

describe('two-step verification', () => {
  const MINUTE = 60_000;
  const WRONG = 'This code is wrong, expired or already used.';

  const journey = mailJourney({}, { secondFactorPolicy: 'required' });

  const enter = (username: string) =>
    openUserCenter(journey.browser, journey.server.url, username, '/password', { hasClock: true });

  /** On the login page, enters username and password by keyboard alone, and waits for the question for the code. */
  async function logInUpToTheCode(page: Page, username: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Username' }).focus();
    await page.keyboard.insertText(username);
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code', { exact: true }).waitFor();
  }

  async function submit(page: Page): Promise<void> {
    await unlocked(page.getByRole('button', { name: 'Login', exact: true }));
    await page.keyboard.press('Enter');
  }

  it('is set up in three steps, each with its focus; the member then logs in with the password and a code or a recovery code, also over a page whose session has ended', async () => {
    const { pipeline } = journey.server;
    const page = await enter('armadillo');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await dialog.getByRole('heading', { name: 'Set up two-step verification' }).waitFor();
    expect(await focused(page)).toBe('Current password');
    await page.keyboard.insertText('not it');
    await page.keyboard.press('Enter');
    await dialog.getByText('The current password is wrong.').waitFor();
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await pressAgain(page, 'Continue');

    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    expect(await focused(page)).toBe('Code');
    await page.keyboard.insertText('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText(WRONG).waitFor();
    const secret = ((await dialog.locator('.scan__key code').textContent()) ?? '').replaceAll(' ', '');
    const onThisDevice = dialog.getByRole('link', { name: 'Add this account to the app' });
    expect(await onThisDevice.getAttribute('href')).toMatch(
      new RegExp(`^otpauth://totp/.*secret=${secret}(&|$)`),
    );
    /** The app's next code. */
    const nextCode = () => {
      pipeline.pass(STEP);
      return appCode(secret, pipeline.time.now);
    };
    await dialog.getByLabel('Code', { exact: true }).fill(nextCode());
    await pressAgain(page, 'Turn on');

    await dialog.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    const codes = await dialog.locator('.recovery-codes code').allTextContents();
    expect(codes).toHaveLength(10);
    // Chromium closes a dialog at the second or third Escape, even if the page prevents the first.
    for (let times = 0; times < 4; times++) await page.keyboard.press('Escape');
    const { text } = await download(page, dialog.getByRole('button', { name: 'Download' }).click());
    expect(text).toContain(codes.join('\n'));
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await sees(page, 'Two-step verification is on.');
    await sees(page, /^On since .*10 recovery codes left\.$/);
    expect(await focused(page)).toBe('Two-step verification is on.');

    await logOut(page);
    await logInUpToTheCode(page, 'armadillo');
    expect(await focused(page)).toBe('Code');
    expect(await page.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('armadillo');
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe(PASSWORD);
    const code = page.getByLabel('Code', { exact: true });
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(await code.getAttribute('inputmode')).toBe('numeric');
    for (const [wrong, sentence] of [
      ['12345', 'Enter the 6-digit code.'],
      ['000000', WRONG],
    ] as const) {
      await code.fill(wrong);
      await submit(page);
      await page.getByRole('alert').getByText(sentence).waitFor();
    }
    expect(await focused(page)).toBe('Code');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Use the authenticator app' }).click();
    const right = nextCode();
    await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
    await submit(page);
    await userCenter(page);

    await logOut(page);
    await logInUpToTheCode(page, 'armadillo');
    await tabTo(page, 'Use a recovery code');
    await page.keyboard.press('Enter');
    await page.getByLabel('Recovery code').waitFor();
    expect(await focused(page)).toBe('Recovery code');
    await page.keyboard.insertText(codes[0]?.toUpperCase() ?? '');
    await submit(page);
    await sees(page, 'Login Successful. You have 9 recovery codes left.');
    await userCenter(page);

    await openPanel(page, 'User Profile');
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await page.getByLabel('Affiliation').fill('Kitchen of Porcelain');
    await endSessionOnServer(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await dialog.getByLabel('Code', { exact: true }).fill(nextCode());
    await pressUnlocked(dialog.getByRole('button', { name: 'Login' }));
    await dialog.waitFor({ state: 'detached' });
    await sees(page, 'Profile updated successfully!');
    await sees(page, 'Kitchen of Porcelain');
  });

  it('must be set up by an administrator, who 15 minutes after the last code is asked for one before an export, and loses nothing', async () => {
    const { pipeline, url } = journey.server;
    const { token } = pipeline;
    const page = await openWindow(journey.browser, {
      hasClock: true,
      session: token,
    });
    const setUp = page.getByRole('heading', { name: 'Set up two-step verification' });
    await page.goto(`${url}/user/members`);
    await setUp.waitFor();
    for (const [name, path] of [
      ['Payments', '/payments'],
      ['Outbox', '/outbox'],
      ['Send Email', '/email'],
    ] as const) {
      await openPanel(page, name);
      await page.waitForURL(`${url}/user${path}`);
      await setUp.waitFor();
    }
    await page.getByRole('link', { name: 'Go to Password' }).click();
    await sees(page, 'Administrators need two-step verification.');
    const secret = await openScan(page);
    const code = page.getByRole('dialog').getByLabel('Code', { exact: true });
    await code.fill(appCode(secret, pipeline.time.now));
    await pressAgain(page, 'Turn on');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await sees(page, 'Two-step verification is on.');
    expect(await page.getByRole('button', { name: 'Turn off' }).count()).toBe(0);

    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await page.getByText('teapot@example.org').waitFor();
    await page.getByRole('button', { name: 'Export...' }).click();
    const exportButton = page.getByRole('button', { name: 'Export as CSV' });
    await exportButton.waitFor();
    pipeline.pass(15 * MINUTE);
    await exportButton.click();
    const asked = page.getByRole('dialog', { name: 'Enter your code' });
    await asked.waitFor();
    expect(await focused(page)).toBe('Code');
    await page.keyboard.press('Escape');
    await sees(page, 'Enter a code from your authenticator app to continue');
    await exportButton.click();
    await asked.waitFor();
    await page.keyboard.insertText('000000');
    await page.keyboard.press('Enter');
    await asked.getByText(WRONG).waitFor();
    await code.fill(appCode(secret, pipeline.time.now));
    const { name } = await download(page, pressUnlocked(asked.getByRole('button', { name: 'Continue' })));
    expect(name).toMatch(/^members-.*\.csv$/);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
