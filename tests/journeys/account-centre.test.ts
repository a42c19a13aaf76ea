import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { PASSWORD } from '../support/make.ts';
import { codeIn, mailTo, register, tokenOf } from '../support/members.ts';
import { openPage, pressUnlocked, sees } from '../support/pages.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';

let product: RunningProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
});

/** A member of their own, signed in and remembered, on a page of the user centre; the console stays quiet. */
async function enter(username: string, path = '', view: { width?: number; dark?: boolean } = {}) {
  await register(product.url, username).catch(() => undefined);
  const token = await tokenOf(product.url, username);
  const context = await browser.newContext({
    viewport: { width: view.width ?? 1440, height: 900 },
    colorScheme: view.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const { page, expectNoComplaints } = await openPage(context, [/Failed to load resource.* 40[01]/]);
  page.setDefaultTimeout(15_000);
  onTestFinished(async () => {
    await context.close();
    expectNoComplaints();
  });
  await page.goto(`${product.url}/contact`);
  await page.evaluate((stored) => localStorage.setItem('token', stored), token);
  await page.goto(`${product.url}/user${path}`);
  await page.getByRole('heading', { name: 'User Center' }).waitFor();
  return page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).waitFor();

describe('the panels', () => {
  it('have the menu’s items in order, each its path, and back and forward lead through them', async () => {
    const page = await enter('lucy_1');
    const menu = page.getByRole('navigation', { name: 'User Center', exact: true });
    expect(await menu.getByRole('listitem').allTextContents()).toEqual([
      'User Guide',
      'User Profile',
      'Password',
      'Log Out',
    ]);
    await menu.getByRole('link', { name: 'User Profile' }).click();
    await heading(page, 'User Profile');
    expect(new URL(page.url()).pathname).toBe('/user/profile');
    await menu.getByRole('link', { name: 'Password' }).click();
    await heading(page, 'Password');
    await page.goBack();
    await heading(page, 'User Profile');
    await page.goBack();
    await heading(page, 'User Guide');
    expect(new URL(page.url()).pathname).toBe('/user');
    await page.goForward();
    await page.goForward();
    await heading(page, 'Password');
    expect(await menu.getByRole('link', { name: 'Password' }).getAttribute('aria-current')).toBe('page');
    await page.reload();
    await heading(page, 'Password');
  });

  it('fade where they go on, until 10 px before their end', async () => {
    const page = await enter('lucy_1', '/profile');
    await heading(page, 'User Profile');
    const fade = page.locator('.panel__fade');
    await fade.waitFor();
    const bottom = await page
      .locator('.panel__end')
      .evaluate((end) => end.getBoundingClientRect().top + scrollY - innerHeight);
    const scrollTo = (top: number) =>
      page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    await scrollTo(bottom - 12);
    await fade.waitFor();
    await scrollTo(bottom - 9);
    await fade.waitFor({ state: 'hidden' });
    await scrollTo(bottom - 12);
    await fade.waitFor();
  });

  it.each([
    { width: 1440, dark: true },
    { width: 390, dark: false },
    { width: 320, dark: true },
  ])('are accessible and fit at %j', async (view) => {
    const page = await enter('lucy_1', '/profile', view);
    const check = async () => {
      await expectAccessible(page);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond).toBe(0);
    };
    await page.getByRole('button', { name: 'Edit' }).click();
    await check();
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    await check();
    await page.goto(`${product.url}/user/password`);
    await sees(page, 'This browser');
    await check();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('dialog', { name: 'Delete my account' }).waitFor();
    await check();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${product.url}/user`);
    await heading(page, 'User Guide');
    await check();
  });
});

describe('the profile', () => {
  const row = (page: Page, label: string) =>
    page
      .locator('.kv > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd');

  it('is saved, discarded, and followed by the header; the banner asks for what is missing', async () => {
    const page = await enter('old_name', '/profile');
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await page.getByLabel('Membership ID').getAttribute('readonly')).toBe('');
    await page.getByRole('textbox', { name: 'Affiliation' }).fill('');
    await page.getByRole('textbox', { name: 'Username' }).fill('Lucy New');
    await page.getByLabel('Personal homepage').fill('https://example.org/lucy');
    await page.getByRole('textbox', { name: 'Self description' }).fill('One line\nand another');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await sees(page, 'Profile updated successfully!');
    await sees(page, 'Please complete your personal information');
    await page.locator('header .badge').getByText('Lucy New').first().waitFor();
    expect(await row(page, 'Affiliation').textContent()).toBe('Not given');
    const link = row(page, 'Homepage').getByRole('link');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(await link.getAttribute('href')).toBe('https://example.org/lucy');

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Affiliation' }).fill('Somewhere');
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    expect(await row(page, 'Affiliation').textContent()).toBe('Not given');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Affiliation' }).fill('Kitchen of Test Models');
    await pressUnlocked(page.getByRole('button', { name: 'Save Changes' }));
    await sees(page, 'Profile updated successfully!');
    await page.getByText('Please complete your personal information').waitFor({ state: 'detached' });
  });

  it('shows whether the address is verified, and takes the code of the mail', async () => {
    const page = await enter('dragon', '/profile');
    await sees(page, 'Not verified');
    const code = codeIn(
      await mailTo(product.url, 'dragon@example.org', 'Your account at the Asia Graphics Association'),
    );
    const field = page.getByRole('textbox', { name: 'Verification code' });
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
    await field.fill(code === '00000000' ? '11111111' : '00000000');
    await page.getByRole('button', { name: 'Verify' }).click();
    await sees(page, 'This code is wrong or no longer counts.');
    await expectAccessible(page);
    await field.fill(code);
    await pressUnlocked(page.getByRole('button', { name: 'Verify' }));
    await sees(page, 'Your e-mail address is verified.');
    await page.getByText('Verified', { exact: true }).waitFor();
    expect(await field.count()).toBe(0);
  });

  it('sends the code again, and counts down', async () => {
    const page = await enter('buddha', '/profile');
    const again = page.getByRole('button', { name: /^(Send again|Resend in \d+s)$/ });
    await again.click();
    await page.getByRole('button', { name: /^Resend in \d+s$/ }).waitFor();
  });
});

describe('the password panel', () => {
  it('shows what is typed for about half a second, with focus, to the eye alone', async () => {
    const page = await enter('thai_statue', '/password');
    const field = page.getByLabel('Current password');
    await field.pressSequentially('teapot');
    const shown = page.locator('.reveal');
    expect(await shown.textContent()).toBe('teapot');
    expect(await shown.getAttribute('aria-hidden')).toBe('true');
    expect(await field.getAttribute('type')).toBe('password');
    const from = Date.now();
    await shown.waitFor({ state: 'detached' });
    expect(Date.now() - from).toBeLessThan(1500);
    await field.press('s');
    await shown.waitFor();
    await field.press('Tab');
    expect(await shown.count()).toBe(0);
  });

  it('lets everything be pasted, and names the fields for password managers', async () => {
    const page = await enter('thai_statue', '/password');
    await heading(page, 'Password');
    const fields = page.locator('form input');
    expect(await fields.evaluateAll((all) => all.map((one) => one.getAttribute('autocomplete')))).toEqual([
      'username',
      'current-password',
      'new-password',
      'new-password',
    ]);
    for (const label of ['Current password', 'New password', 'Confirm new password']) {
      const refused = await page.getByLabel(label, { exact: true }).evaluate((field) => {
        const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
        return !field.dispatchEvent(paste);
      });
      expect([label, refused]).toEqual([label, false]);
    }
  });

  it('changes the password, counts down from 5 and leads to the login page', async () => {
    const page = await enter('happy_buddha', '/password');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('a bunny in a box');
    await page.getByLabel('Confirm new password').fill('a bunny in a box');
    await page.getByRole('button', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Password changed' });
    await dialog.waitFor();
    const from = Date.now();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Confirm and Login Now');
    await page.waitForURL(`${product.url}/login`);
    expect(Date.now() - from).toBeGreaterThan(3500);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect(await tokenOf(product.url, 'happy_buddha', 'a bunny in a box')).toMatch(/\./);
  });

  it('leads to the login page at once on "Confirm and Login Now"', async () => {
    const page = await enter('xyz_dragon', '/password');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('a bunny in a box');
    await page.getByLabel('Confirm new password').fill('a bunny in a box');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.getByRole('button', { name: 'Confirm and Login Now' }).click();
    await page.waitForURL(`${product.url}/login`, { timeout: 3000 });
  });

  it('lists where the member is signed in, and ends what is elsewhere', async () => {
    const page = await enter('sponza', '/password');
    await sees(page, 'This browser');
    await sees(page, 'You are signed in nowhere else.');
    await tokenOf(product.url, 'sponza');
    await tokenOf(product.url, 'sponza');
    await page.reload();
    await expect.poll(() => page.locator('.places li').count()).toBe(3);
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^Sign out there/ })
      .first()
      .click();
    await sees(page, 'Signed out there.');
    expect(await page.locator('.places li').count()).toBe(2);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await sees(page, 'Signed out everywhere else.');
    expect(await page.locator('.places li').count()).toBe(1);
  });

  it('hands over the member’s data as a file', async () => {
    const page = await enter('sponza', '/password');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(data.account).toMatchObject({ username: 'sponza', email: 'sponza@example.org' });
    expect(JSON.stringify(data)).not.toMatch(/passwordHash|\$argon2/);
  });

  it('deletes the account of who knows the password and types the username', async () => {
    const page = await enter('suzanne', '/password');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete my account' });
    const send = async (password: string, username: string) => {
      await dialog.getByLabel('Password').fill(password);
      await dialog.getByLabel('Username').fill(username);
      await pressUnlocked(dialog.getByRole('button', { name: 'Delete my account' }));
    };
    await send(PASSWORD, 'suzan');
    await sees(page, 'Username is not yours');
    await send('wrong', 'suzanne');
    await sees(page, 'Password is not the current password');
    await send(PASSWORD, 'suzanne');
    await sees(page, 'Your account was deleted.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Go to Home' }).click();
    await page.waitForURL(`${product.url}/`);
    await page.getByRole('link', { name: 'Login' }).first().waitFor();
    await mailTo(product.url, 'suzanne@example.org', 'Your account was deleted');
  });
});

it('two tabs are in step: who signs out in one is on the login page in the other', async () => {
  const page = await enter('nefertiti', '/profile');
  const other = await page.context().newPage();
  await other.goto(`${product.url}/user/password`);
  await heading(other, 'Password');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await other.waitForURL(`${product.url}/login`);
});
