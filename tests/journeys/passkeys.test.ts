import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { mailTo } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, tabTo } from '../support/browser/keyboard.ts';
import { pressUnlocked, sees } from '../support/browser/pages.ts';
import { endSessionOnServer, openUserCenter, type View } from '../support/browser/user-center.ts';
import { addVirtualAuthenticator } from '../support/browser/virtual-authenticator.ts';

const journey = productJourney();

const section = (page: Page) => page.locator('section').filter({ hasText: 'With a passkey you log in' });

async function enter(username: string, view?: View) {
  const page = await openUserCenter(journey.browser, journey.server.url, username, '/password', {
    ...view,
    hasClock: true,
  });
  return { page, device: await addVirtualAuthenticator(page) };
}

async function confirm(page: Page, button: string, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  await pressUnlocked(dialog.getByRole('button', { name: button }));
}

async function add(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await confirm(page, 'Continue');
  await sees(page, 'Passkey added. You can log in with it.');
}

/** The login page without a session. */
async function openLogin(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto(`${journey.server.url}/login`);
  await page.locator('astro-island:not([ssr])').waitFor();
}

describe('a member with a passkey', () => {
  it('adds it after the password, logs in with it by keyboard, without a username, and is told why no passkey was made or used, also where the session has ended and goes on with the passkey', async () => {
    const { page, device } = await enter('utah_teapot');
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
    await section(page).getByText('Chrome on Linux').waitFor();
    await section(page).getByText('Not used yet').waitFor();
    await sees(page, 'A new password also removes your passkeys.');
    await expectAccessible(page);
    await mailTo(journey.server.url, 'utah_teapot@example.org', 'A passkey was added');

    await openLogin(page);
    await page.getByRole('textbox', { name: 'Username or email' }).focus();
    await tabTo(page, 'Log in with a passkey');
    await page.keyboard.press('Enter');
    await sees(page, 'Login Successful');
    await page.getByRole('heading', { name: 'User Center' }).waitFor();
    await page.goto(`${journey.server.url}/user/password`);
    await section(page)
      .getByText(/^Last used: /)
      .waitFor();

    await endSessionOnServer(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await confirm(page, 'Continue');
    await page.getByRole('dialog', { name: 'You have been logged out' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await sees(page, 'This device already has a passkey for your account.');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    await openLogin(page);
    await device.unlocks(false);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await sees(page, 'No passkey was used. Try again, or log in with your password.');
    await expectAccessible(page);
  });

  it('removes it, also from the device', async () => {
    const { page, device } = await enter('spot', { width: 390, dark: true });
    await add(page);
    expect(await device.count()).toBe(1);
    await page.getByRole('button', { name: 'Remove: Chrome on Linux' }).click();
    await page.getByRole('dialog', { name: 'Remove this passkey?' }).waitFor();
    await confirm(page, 'Remove');
    await sees(page, 'Passkey removed.');
    await sees(page, 'You have no passkeys.');
    // The browser has told the device.
    await expect.poll(device.count).toBe(0);
  });
});
