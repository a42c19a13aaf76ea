import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hongKongDate } from '../../functions/shared/hong-kong.ts';
import { PASSWORD } from '../support/api/make.ts';
import { codeIn, inboxOf, mailTo, register } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, press, tabTo, type } from '../support/browser/keyboard.ts';
import {
  endLocks,
  expectInView,
  expectNotice,
  loseReply,
  pressAgain,
  searchMembers,
  sees,
} from '../support/browser/pages.ts';
import { openLogin, openUserCenter, openWindow } from '../support/browser/user-center.ts';
import { openTab } from '../support/browser/windows.ts';

/** From the first visit to the first log-out. */

const USERNAME = '山田 太郎';
const EMAIL = 'yamada@example.org';
const WELCOME = 'Welcome to AG: verify your email address';

const journey = productJourney();

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await pressAgain(page, 'Login');
}

it('a visitor comes from Home, keeps what is typed, is told what is wrong where it is wrong, registers by keyboard although the first reply is lost, logs in with the email address, and verifies it', async () => {
  const { url } = journey.server;
  await register(url, 'teapot_1975');
  const page = await openWindow(journey.browser, { hasClock: true });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await page.goto(url);
  await page.getByRole('link', { name: 'Login' }).first().click();
  await title(page, 'Login');
  await field('Username or email').fill('typed');
  await page.getByRole('link', { name: 'Login' }).first().click();
  expect(await field('Username or email').inputValue()).toBe('typed');

  await press(page, 'Register');
  await expect.poll(() => focused(page)).toBe('Information Configuration');
  await expect
    .poll(() => autocompletes(page))
    .toEqual([
      'username',
      'email',
      'new-password',
      'new-password',
      'given-name',
      'family-name',
      'bday',
      'tel',
      'organization',
      'street-address',
    ]);
  expect(await page.getByLabel('Date of birth').getAttribute('max')).toBe(hongKongDate(new Date()));
  await type(page, 'Username', 'Teapot_1975');
  const asked = page.waitForEvent('dialog');
  const leaving = page.evaluate(() => location.reload());
  await (await asked).dismiss();
  await leaving;
  await press(page, 'Submit');
  await expectNotice(
    page,
    'Check these fields: Email, Password, Confirm password, First name, Last name, Title, Gender, Affiliation, Country, Year of degree.',
  );

  for (const [label, text] of [
    ['Email', EMAIL],
    ['Password', 'password'],
    ['Confirm password', 'password'],
    ['First name', '太郎'],
    ['Last name', '山田'],
  ] as const)
    await type(page, label, text);
  await tabTo(page, 'Title');
  await page.keyboard.type('Dr');
  await tabTo(page, 'Male');
  await page.keyboard.press('Space');
  await tabTo(page, 'Date of birth');
  await page.keyboard.type('02281990');
  await type(page, 'Affiliation', 'Kitchen of Test Models');
  await tabTo(page, 'Country');
  await page.keyboard.type('Jap');
  await type(page, 'Year of degree', '1996');
  // The meter judges length and characters alone; the list of common passwords is asked while one is typed.
  const common = 'This password is too common. Choose another one.';
  await page.getByRole('status').getByText('Medium').waitFor();
  await expect.poll(() => page.locator('.field-error').allTextContents()).toEqual([common]);
  await pressAgain(page, 'Submit');
  await expectNotice(page, common, 'Password');
  expect(await page.getByText('Registration failed.').count()).toBe(0);
  await page.getByRole('button', { name: 'Show password', exact: true }).click();
  expect(await field('Password').getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  expect(await field('Password').getAttribute('type')).toBe('password');
  for (const label of ['Password', 'Confirm password']) await field(label).fill(PASSWORD);
  await pressAgain(page, 'Submit');
  await expectNotice(page, 'Username already exists', 'Username');

  await type(page, 'Username', USERNAME);
  await tabTo(page, 'Submit');
  await loseReply(page, '/auth/register');
  await endLocks(page);
  await page.keyboard.press('Enter');
  await sees(page, 'Registration failed. Please try again.');
  await endLocks(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await sees(page, 'Registration successful!');
  await sees(page, `We sent a code to ${EMAIL}.`);
  await expect.poll(() => focused(page)).toBe('Login');
  expect(await field('Username or email').inputValue()).toBe(USERNAME);
  expect(await mailTo(url, EMAIL, WELCOME)).toContain(USERNAME);
  expect((await inboxOf(url)).filter(({ to }) => to.includes(EMAIL))).toHaveLength(1);

  await type(page, 'Username or email', EMAIL);
  await type(page, 'Password', PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/user`);
  await page.locator('[lang=ja]').getByText('山田太郎').waitFor();

  await expectInView(page, 'Verification code');
  await sees(page, `First, enter the code we sent to ${EMAIL}`);
  await page.getByRole('button', { name: 'Resend code' }).click();
  await sees(page, 'We sent you a new code.');
  const code = page.getByRole('textbox', { name: 'Verification code' });
  for (const [text, sentence] of [
    ['abcd', 'Enter the 8-digit code.'],
    ['00000000', 'This code is wrong or has expired. Request a new code.'],
  ] as const) {
    await code.fill(text);
    await pressAgain(page, 'Verify');
    await sees(page, sentence);
  }
  expect(await page.getByText('We sent you a new code.').count()).toBe(0);
  await code.fill(codeIn(await mailTo(url, EMAIL, 'Your verification code')));
  await pressAgain(page, 'Verify');
  await expectInView(page, 'Your email address is verified.');
  expect(await focused(page)).toBe('Your email address is verified.');
  expect(await code.count()).toBe(0);
  await page.getByRole('link', { name: 'Pay the annual fee' }).waitFor();
});

it('a computer whose clock is behind refuses no birthday: the last one is the day on which the site was built', async () => {
  const page = await openWindow(journey.browser, { now: new Date('1970-01-01T12:00:00Z') });
  await openLogin(page, journey.server.url, '?form=register');
  await expect
    .poll(() => page.getByLabel('Date of birth').getAttribute('max'))
    .toMatch(/^20[2-9]\d-\d\d-\d\d$/);
});

/** What password managers and browsers read of the fields. */
const autocompletes = (page: Page) =>
  page
    .locator('form input[autocomplete]')
    .filter({ visible: true })
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')));

it('the login form says what is wrong at its field, locks its button for 3 s, and leads to the page asked for; a remembered session outlasts tab and restart until log-out, another ends with its tab', async () => {
  const { url } = journey.server;
  await register(url, 'Stanford_bunny').catch(() => undefined);
  const page = await openWindow(journey.browser, { hasClock: true });
  await page.goto(`${url}/user/password?from=mail`);
  await page.waitForURL(`${url}/login?redirect=%2Fuser%2Fpassword%3Ffrom%3Dmail`);
  await expect.poll(() => autocompletes(page)).toEqual(['username', 'current-password']);
  for (const [username, password, sentence, label] of [
    ['', '', 'Require username and password', 'Username or email'],
    ['nobody', PASSWORD, 'Username not found', 'Username or email'],
    ['Stanford_bunny', '', 'Require username and password', 'Password'],
    ['Stanford_bunny', 'wrong', 'Login failed', 'Password'],
  ] as const) {
    await logIn(page, username, password);
    await expectNotice(page, sentence, label);
  }
  let logins = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) logins += 1;
  });
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByLabel('Remember Me').check();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const working = page.getByRole('button', { name: 'Logging in...' });
  await working.click();
  expect(logins).toBe(0);
  await endLocks(page);
  await expectNotice(page, 'Login Successful');
  expect(logins).toBe(1);
  await page.waitForURL(`${url}/user/password?from=mail`);

  await page.goto(url);
  const badge = page.locator('header .account-badge').first();
  await badge.locator('b').getByText('SB', { exact: true }).waitFor();
  expect(await badge.locator('span').first().textContent()).toBe('Stanford_bunny');
  // Requests of the page would fail while the server is down.
  await page.goto('about:blank');
  await journey.server.restart('');
  const tab = await openTab(page);
  await tab.goto(`${url}/login`);
  await tab.waitForURL(`${url}/user`);
  await tab.getByRole('button', { name: 'Log Out' }).click();
  await title(tab, 'Login');
  await tab.close();
  await openLogin(page, url, '?redirect=%2Fcontact%23main');
  await logIn(page, 'Stanford_bunny', PASSWORD);
  await page.waitForURL(`${url}/contact#main`);
  const next = await openTab(page);
  await next.goto(`${url}/user`);
  await next.waitForURL(`${url}/login?redirect=%2Fuser`);
});

it('logging out leaves nothing of a member in storages, caches, workers, the history or the page that Back shows', async () => {
  const { url } = journey.server;
  await register(url, 'secretary');
  await journey.server.ops('grant-admin', 'secretary');
  const page = await openUserCenter(journey.browser, url, 'secretary', '/members');
  await searchMembers(page, 'secretary@example.org');
  const row = page.getByRole('rowheader').getByRole('link');
  await row.click();
  await page.getByRole('button', { name: 'Record bank transfer' }).waitFor();
  const stateOf = () => page.evaluate(() => JSON.stringify(history.state));
  const states = [await stateOf()];
  await page.reload();
  await page.getByRole('button', { name: 'Back to Members' }).click();
  await row.waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('secretary@example.org');
  states.push(await stateOf());
  expect(states.join()).not.toMatch(/@|%40|secretary/);

  // What the browser would keep in memory for Back: the page as it is when it is left.
  await page.evaluate(() =>
    addEventListener('pagehide', () => localStorage.setItem('left', document.body.textContent)),
  );
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('left'))).not.toContain('secretary');
  await page.evaluate(() => localStorage.removeItem('left'));
  expect(await keptOnDevice(page)).toEqual(NOTHING_KEPT);
  await page.goBack();
  await page.waitForURL(/\/login\?redirect=/);
  expect(await keptOnDevice(page)).toEqual(NOTHING_KEPT);
});

const NOTHING_KEPT = { local: {}, session: {}, caches: [], databases: [], workers: [] };

const keptOnDevice = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  }));
