import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { errorJourney, expectNotice, pressAgain, replyTo } from '../support/browser/error-journey.ts';
import { endLocks, expectInView, sees } from '../support/browser/pages.ts';
import { endSessionOnServer } from '../support/browser/user-center.ts';

/**
 * Where the user center shows its errors, through the real server where an input can cause them. Unit tests in
 * tests/unit/island check the sentence for each reply of the server.
 */

const { open } = errorJourney();

describe('the profile form says', () => {
  const edit = async () => {
    const page = await open('/user/profile', 'teapot_1975');
    await page.getByRole('button', { name: 'Edit' }).click();
    return page;
  };
  const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });
  const enter = (page: Page, label: string, text: string) => field(page, label).fill(text);
  const save = (page: Page) => pressAgain(page, 'Save Changes');

  it('what is wrong, at its field and in a visible place, even at the end of the form, then "Profile updated successfully!"', async () => {
    const page = await edit();
    await enter(page, 'Username', 'bunny_1994');
    await save(page);
    await expectNotice(page, 'Update failed: Username already exists', 'Username');
    await enter(page, 'Username', 'teapot_1975');
    await enter(page, 'Personal homepage', 'javascript:alert(1)');
    await save(page);
    const alert = page.getByRole('alert');
    await alert.filter({ hasText: 'Enter a web address that starts with https:// or http://.' }).waitFor();
    await expectAccessible(page);
    await enter(page, 'Personal homepage', '');
    await replyTo(page, '/userinfo', 'no reply');
    await enter(page, 'Phone', '+852 1');
    await endLocks(page);
    await field(page, 'Address').press('Enter');
    await expectInView(page, "Update failed: Can't connect to the server.");
    await page.unrouteAll();
    await save(page);
    await expectNotice(page, 'Profile updated successfully!');
  });
});

describe('the password form says', () => {
  async function enter(page: Page, current: string, next: string, confirmation = next) {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm new password').fill(confirmation);
  }
  const submit = (page: Page) => pressAgain(page, 'Change Password');

  it('"Passwords do not match", with the button disabled, what is wrong with the current password, at its field, and "Failed to generate salt" after the session has ended, without a new login', async () => {
    const page = await open('/user/password', 'teapot_1975');
    await enter(page, 'a', 'b', 'c');
    await expectNotice(page, 'Passwords do not match', 'Confirm new password');
    expect(await page.getByRole('button', { name: 'Change Password' }).isDisabled()).toBe(true);
    await page.getByLabel('Confirm new password').fill('b');
    expect(await page.getByRole('button', { name: 'Change Password' }).isEnabled()).toBe(true);
    await enter(page, 'wrong', 'another teapot in a box');
    await submit(page);
    await expectNotice(page, 'The current password is wrong.', 'Current password');
    expect(await page.getByRole('alert').count()).toBe(1);

    await enter(page, PASSWORD, 'x y z');
    await endSessionOnServer(page);
    await submit(page);
    const dialog = page.getByRole('dialog', { name: 'You have been logged out' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectNotice(page, 'Failed to generate salt');
  });
});

it('the user center says that it cannot connect, that a panel and that the list of sessions could not be loaded, and tries each again', async () => {
  const page = await open('/user', 'bunny_1994', (page) => replyTo(page, '/userinfo', 'no reply'));
  await expectNotice(page, "Can't connect to the server. Check your internet connection and try again.");
  await expectAccessible(page);
  await page.unroute('**/api/userinfo');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'User Guide' }).waitFor();

  await page.route('**/_astro/profile-panel.*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'User Profile' }).first().click();
  await expectNotice(page, "This page didn't load. Check your internet connection, then reload.");
  await page.unroute('**/_astro/profile-panel.*.js');
  await replyTo(page, '/user/devices', { status: 403 });
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'User Profile' }).waitFor();

  await expectNotice(page, 'Failed to load your devices.');
  await page.unroute('**/api/user/devices');
  await page.getByRole('button', { name: 'Try again' }).click();
  await sees(page, 'This device');
});
