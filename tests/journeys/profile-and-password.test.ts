import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { register, tokenOf } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, tabTo } from '../support/browser/keyboard.ts';
import {
  endLocks,
  expectInView,
  expectNotice,
  overflowOf,
  pressAgain,
  replyTo,
  sees,
  unlocked,
} from '../support/browser/pages.ts';
import { reload } from '../support/browser/states.ts';
import { loginReacts, openUserCenter, type View } from '../support/browser/user-center.ts';
import { openTab } from '../support/browser/windows.ts';

/** A member's way through the user center. */

const BANNER = 'Please complete your personal information';

const journey = productJourney();

const enter = (username: string, path = '', view?: View) =>
  openUserCenter(journey.browser, journey.server.url, username, path, {
    hasClock: true,
    ...view,
  });
const panel = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).waitFor();
/** A field; optional ones say so after their name. */
const textbox = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}( \\(optional\\))?$`) });

it('the panels are in the menu, each with its path and title, Back and Forward lead through them, and they fade at the bottom until 10 px before their end', async () => {
  const page = await enter('lucy_1');
  await panel(page, 'User Guide');
  const menu = page.getByRole('navigation', { name: 'User Center menu' });
  expect(await menu.getByRole('listitem').allTextContents()).toEqual([
    'User Guide',
    'User Profile',
    'Password',
    'Membership Status',
    'Conference History',
    'Log Out',
  ]);
  await menu.getByRole('link', { name: 'User Profile' }).click();
  await panel(page, 'User Profile');
  expect(new URL(page.url()).pathname).toBe('/user/profile');
  await menu.getByRole('link', { name: 'Password' }).click();
  await panel(page, 'Password');
  expect(await page.title()).toBe('Password - User Center - Asia Graphics Association');
  await page.goBack();
  await panel(page, 'User Profile');
  await page.goBack();
  await panel(page, 'User Guide');
  expect(new URL(page.url()).pathname).toBe('/user');
  await page.goForward();
  await page.goForward();
  await panel(page, 'Password');
  expect(await menu.getByRole('link', { name: 'Password' }).getAttribute('aria-current')).toBe('page');

  await menu.getByRole('link', { name: 'User Profile' }).click();
  const fade = page.locator('.panel__fade');
  // The last part has arrived, so that the end stays where it is.
  await sees(page, 'This device');
  await page.getByRole('button', { name: "This wasn't me" }).first().waitFor();
  await fade.waitFor();
  const bottom = await page
    .locator('.panel__end')
    .evaluate((end) => end.getBoundingClientRect().top + scrollY - innerHeight);
  for (const [above, state] of [
    [12, 'visible'],
    [9, 'hidden'],
    [12, 'visible'],
  ] as const) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), bottom - above);
    await fade.waitFor({ state });
  }
});

it('the profile is saved and discarded, with Save and Discard in the window, says what is wrong at its field, is in the header of other tabs too, and asks after 1 s for missing values', async () => {
  const { url } = journey.server;
  await register(url, 'taken_name');
  const page = await enter('old_name', '/profile');
  const badgeOf = (tab: Page) => tab.locator('header .account-badge').first();
  const shown = (label: string) =>
    page
      .locator('.description-list > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd');
  const other = await openTab(page);
  await other.goto(`${url}/user`);
  await badgeOf(other).getByText('old_name', { exact: true }).waitFor();
  await page.bringToFront();

  const edit = page.getByRole('button', { name: 'Edit' });
  await edit.click();
  await sees(page, 'You can change this within 15 minutes of logging in.');
  expect(await page.getByLabel('Membership ID').getAttribute('readonly')).toBe('');
  for (const label of ['Username', 'Self description']) {
    await textbox(page, label).focus();
    for (const name of ['Save Changes', 'Discard Changes']) await expectInView(page, name);
  }
  await textbox(page, 'Username').focus();
  await tabTo(page, 'Discard Changes');
  await textbox(page, 'Username').fill('taken_name');
  await pressAgain(page, 'Save Changes');
  await expectNotice(page, 'Update failed: Username already exists', 'Username');
  await textbox(page, 'Username').fill('Lucy New');
  await textbox(page, 'Personal homepage').fill('javascript:alert(1)');
  await pressAgain(page, 'Save Changes');
  await expectNotice(page, 'Enter a web address that starts with https:// or http://.');
  await textbox(page, 'Personal homepage').fill('https://example.org/lucy');
  await textbox(page, 'Affiliation').fill('');
  await textbox(page, 'First name').fill('W'.repeat(100));
  await textbox(page, 'Self description').fill('One line\nand another');
  await replyTo(page, '/userinfo', 'no reply');
  await endLocks(page);
  await textbox(page, 'Address').press('Enter');
  await expectInView(page, "Update failed: Can't connect to the server.");
  await page.unrouteAll();
  const save = page.getByRole('button', { name: 'Save Changes' });
  await unlocked(save);
  // From here on the page's clock stands still, and advances with runFor.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await save.click();
  const newBadge = async () => {
    await page.clock.runFor(1);
    return badgeOf(page).textContent();
  };
  await expect.poll(newBadge).toContain('Lucy New');
  await sees(page, 'Profile updated successfully!');
  expect(await page.getByText(BANNER).count()).toBe(0);
  await page.clock.runFor(1000);
  await sees(page, BANNER);
  await page.clock.resume();
  await sees(page, 'Not provided: Affiliation.');
  expect(await shown('Affiliation').textContent()).toBe('Not provided');
  expect(await overflowOf(page)).toBe(0);
  await badgeOf(other).getByText('Lucy New', { exact: true }).waitFor();
  const link = shown('Personal homepage').getByRole('link');
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(await link.getAttribute('href')).toBe('https://example.org/lucy');

  await edit.click();
  await textbox(page, 'Affiliation').fill('Somewhere');
  await page.getByRole('button', { name: 'Discard Changes' }).click();
  expect(await shown('Affiliation').textContent()).toBe('Not provided');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await textbox(page, 'Affiliation').inputValue()).toBe('Somewhere');
  await textbox(page, 'Affiliation').fill('Kitchen of Test Models');
  await pressAgain(page, 'Save Changes');
  await page.getByText(BANNER).waitFor({ state: 'detached' });

  await page.clock.fastForward(15 * 60_000);
  await edit.click();
  await sees(page, 'To change this, log out and log in again.');
});

it('the password panel shows what is typed for half a second, says what is wrong at its field, changes the password, and counts down from 5 to the login page', async () => {
  const { url } = journey.server;
  const page = await enter('thai_statue', '/password', { isOwn: true });
  await textbox(page, 'Current password').waitFor();
  const fields = await page.locator('form input').evaluateAll((all) =>
    all.map((field) => {
      const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      return [field.getAttribute('autocomplete'), field.dispatchEvent(paste)];
    }),
  );
  const names = ['username', 'current-password', 'new-password', 'new-password'];
  expect(fields).toEqual(names.map((name) => [name, true]));

  const change = page.getByRole('button', { name: 'Change Password' });
  const fill = async (current: string, next: string, confirmation = next) => {
    await textbox(page, 'Current password').fill(current);
    await textbox(page, 'New password').fill(next);
    await textbox(page, 'Confirm new password').fill(confirmation);
  };
  expect(await change.isDisabled()).toBe(true);
  await fill('a', 'b', 'c');
  await expectNotice(page, 'Passwords do not match', 'Confirm new password');
  expect(await change.isDisabled()).toBe(true);
  await fill('wrong', 'another teapot in a box');
  await change.click();
  await expectNotice(page, 'The current password is wrong.', 'Current password');
  expect(await page.getByRole('alert').count()).toBe(1);
  await fill(PASSWORD, 'a bunny in a box');
  await pressAgain(page, 'Change Password');
  await page.getByRole('dialog', { name: 'Password changed' }).waitFor();
  expect(await focused(page)).toBe('Confirm and Login Now');
  await page.getByRole('button', { name: 'Confirm and Login Now' }).click();
  await page.waitForURL(`${url}/login`);
  // Until then the login page would lead to the user center by itself, as it does for members.
  await loginReacts(page);

  await page.evaluate(
    (token) => localStorage.setItem('token', token),
    await tokenOf(url, 'thai_statue', 'a bunny in a box'),
  );
  await page.goto(`${url}/user/password`);
  await panel(page, 'Password');
  await fill('', PASSWORD);
  // From here on the page's clock stands still, and advances with runFor.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  const current = textbox(page, 'Current password');
  await page.getByRole('button', { name: 'Show current password' }).click();
  expect(await current.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide current password' }).click();
  await current.pressSequentially('a bunny in a bo');
  const revealed = page.locator('.shown-password');
  expect(await revealed.textContent()).toBe('a bunny in a bo');
  expect(await revealed.getAttribute('aria-hidden')).toBe('true');
  expect(await current.getAttribute('type')).toBe('password');
  await page.clock.runFor(400);
  expect(await revealed.textContent()).toBe('a bunny in a bo');
  await page.clock.runFor(100);
  await revealed.waitFor({ state: 'detached' });
  await current.press('x');
  await revealed.waitFor();
  await current.press('Tab');
  expect(await revealed.count()).toBe(0);

  await change.click();
  await page.getByRole('dialog', { name: 'Password changed' }).waitFor();
  for (const left of ['5', '4', '3', '2', '1']) {
    await page.getByRole('timer').filter({ hasText: left }).waitFor();
    expect(page.url()).toBe(`${url}/user/password`);
    await page.clock.runFor(1000);
  }
  await page.waitForURL(`${url}/login`);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

it('the conference history says "Failed to load data", tries again, and has venue and date in the organisers’ words, and a link if it is safe', async () => {
  const CONFERENCES = '/conference/get-conferences';
  const page = await enter('cow_2');
  await replyTo(page, CONFERENCES, { status: 500, json: { message: 'x', requestId: 'abc' } });
  await page.getByRole('link', { name: 'Conference History' }).first().click();
  await expectNotice(page, 'Failed to load data. If it happens again, send us this reference: abc');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await sees(page, "You haven't attended any conferences yet.");

  const long = 'averyveryveryveryveryverylongwordwithoutaspace';
  const given = [
    ['https://example.org/a', 'June 3 – July 1, 2024', 'June 3 – July 1, 2024'],
    ['', 'June 3-5, 2024', 'June 3-5, 2024'],
    ['javascript:alert(1)', 'in spring', 'in spring'],
    ['//example.org', '', 'N/A'],
    ['', long, long],
  ] as const;
  const json = given.map(([link, date], index) => {
    const name = date === long ? `The ${long}` : `Teapots ${index}`;
    return { id: String(index), name, venue: 'Cornell Box', date, ...(link && { link }) };
  });
  await replyTo(page, CONFERENCES, { status: 200, json });
  await reload(page);
  const table = page.getByRole('table');
  await table.waitFor();
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Conference', 'Venue', 'Date']);
  const dates = table.locator('tbody tr td:last-child');
  expect(await dates.allTextContents()).toEqual(given.map(([, , shown]) => shown));
  expect(await table.getByRole('link').count()).toBe(1);
  const out = table.getByRole('link', { name: 'Teapots 0' });
  expect(await out.getAttribute('href')).toBe('https://example.org/a');
  expect(await out.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(await out.getAttribute('target')).toBe('_blank');
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await overflowOf(page)).toBe(0);
});
