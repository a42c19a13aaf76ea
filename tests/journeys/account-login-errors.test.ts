import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../infra/cli/program.ts';
import { PASSWORD } from '../support/api/make.ts';
import { codeIn, mailTo, post, register } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { errorJourney, expectNotice, replyTo } from '../support/browser/error-journey.ts';
import { pressUnlocked } from '../support/browser/pages.ts';

/**
 * Where the login page shows its errors, through the real server where an input can cause them. Unit tests in
 * tests/unit/island check the sentence for each reply of the server.
 */

const { journey, open } = errorJourney();

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

describe('the login form says', () => {
  it('"Username not found" at the username', async () => {
    const page = await open('/login');
    await logIn(page, 'nobody', PASSWORD);
    await expectNotice(page, 'Username not found', 'Username or email');
  });

  it('"Login failed" at the password, which stays', async () => {
    const page = await open('/login');
    await logIn(page, 'teapot_1975', 'wrong');
    await expectNotice(page, 'Login failed', 'Password');
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('wrong');
  });

  it.each([
    ['', '', 'Username or email'],
    [' ', PASSWORD, 'Username or email'],
    ['teapot_1975', '', 'Password'],
  ])('"Require username and password" for %j and %j, at the %s', async (username, password, label) => {
    const page = await open('/login');
    await logIn(page, username, password);
    await expectNotice(page, 'Require username and password', label);
  });

  it('"Account disabled" after the operator’s command, and only after the right password', async () => {
    const ops = (command: string) =>
      runCommand([command, 'bunny_1994', '--reason', 'A test'], { DATA_DIR: journey.server.dataFolder });
    await ops('disable');
    const page = await open('/login');
    await logIn(page, 'bunny_1994', 'wrong');
    await expectNotice(page, 'Login failed', 'Password');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await pressUnlocked(page.getByRole('button', { name: 'Login' }));
    await expectNotice(page, 'Account disabled');
    await ops('enable');
  });

  it('how long to wait after too many wrong passwords', async () => {
    await register(journey.server.url, 'guessed');
    const page = await open('/login');
    await page.evaluate(async () => {
      const body = JSON.stringify({ username: 'guessed', password: 'wrong' });
      const headers = { 'content-type': 'application/json' };
      for (let guess = 0; guess < 5; guess += 1)
        await fetch('/api/auth/login', { method: 'POST', headers, body });
    });
    await logIn(page, 'guessed', PASSWORD);
    await expectNotice(page, 'Too many attempts. Try again in');
  });

  it('that the server cannot be reached, keeps the entries, and works when it is back', async () => {
    const page = await open('/login');
    await replyTo(page, '/auth/login', 'no reply');
    await logIn(page, 'teapot_1975', PASSWORD);
    await expectNotice(page, "Can't connect to the server.");
    expect(await page.getByLabel('Username').inputValue()).toBe('teapot_1975');
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe(PASSWORD);
    await page.unrouteAll();
    await pressUnlocked(page.getByRole('button', { name: 'Login' }));
    await page.getByRole('alert').filter({ hasText: 'Login Successful' }).waitFor();
  });

  it('"Login Successful"', async () => {
    const page = await open('/login');
    await logIn(page, 'teapot_1975', PASSWORD);
    // The page is left before axe could check it.
    await page.getByRole('alert').filter({ hasText: 'Login Successful' }).waitFor();
  });
});

describe('the registration form says', () => {
  interface Given {
    name?: string;
    email?: string;
    password?: string;
    confirmation?: string;
  }
  async function submit(given: Given) {
    const page = await open('/login?form=register');
    await fillIn(page, given);
    await page.getByRole('button', { name: 'Submit' }).click();
    return page;
  }
  async function fillIn(page: Page, given: Given) {
    const { name = 'cornell_box', email = 'box@example.org', password = PASSWORD } = given;
    const { confirmation = password } = given;
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(confirmation);
    await page.getByLabel('First name').fill('Cornell');
    await page.getByLabel('Last name').fill('Box');
    await page.getByLabel('Title').selectOption('Mr.');
    await page.getByLabel('Prefer not to answer').check();
    await page.getByLabel('Affiliation').fill('Kitchen of Test Models');
    await page.getByLabel('Country').selectOption('Singapore');
    await page.getByLabel('Year of degree').fill('1984');
  }

  it('"Username already exists"', async () =>
    expectNotice(await submit({ name: 'Teapot_1975' }), 'Username already exists', 'Username'));

  it('"Email already registered"', async () =>
    expectNotice(await submit({ email: 'bunny_1994@example.org' }), 'Email already registered', 'Email'));

  it('"Passwords do not match!"', async () =>
    expectNotice(await submit({ confirmation: 'other' }), 'Passwords do not match!', 'Confirm password'));

  it('"Registration failed. Please check your information." for a common password', async () => {
    const page = await submit({ password: 'password' });
    await expectNotice(page, 'Registration failed. Please check your information.');
    await expectNotice(page, 'This password is too common. Choose another one.', 'Password');
  });

  it('which fields need attention', async () => {
    const page = await open('/login?form=register');
    await page.getByText('Fields marked with * are required.').waitFor();
    expect(await markedFields(page)).toEqual([
      'Username',
      'Email',
      'Password',
      'Confirm password',
      'First name',
      'Last name',
      'Title',
      'Gender',
      'Affiliation',
      'Country',
      'Year of degree',
    ]);
    await page.getByLabel('Username').fill('half_a_form');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expectNotice(
      page,
      'Check these fields: Email, Password, Confirm password, First name, Last name, Title, Gender, Affiliation, Country, Year of degree.',
    );
    await expectAccessible(page);
  });

  it('what was typed as the password, while "Show" is on', async () => {
    const page = await open('/login?form=register');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill(PASSWORD);
    expect(await password.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show password' }).first().click();
    expect(await password.getAttribute('type')).toBe('text');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hide password' }).click();
    expect(await password.getAttribute('type')).toBe('password');
    expect(await password.inputValue()).toBe(PASSWORD);
  });

  it('"Registration successful!" on the login form', async () => {
    const page = await submit({});
    await expectNotice(page, 'Registration successful!');
    expect(await page.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('cornell_box');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.getByRole('button', { name: 'Login' }).click();
    await expectNotice(page, 'Login failed', 'Password');
    expect(await page.getByText('Registration successful!').count()).toBe(0);
  });
});

/** The labels that the style marks with an asterisk. */
const markedFields = (page: Page) =>
  page
    .locator('.field > label, .field > legend')
    .filter({ visible: true })
    .evaluateAll((labels) =>
      labels
        .filter((label) => getComputedStyle(label, '::after').content.includes('*'))
        .map(({ textContent }) => textContent),
    );

describe('the form for a forgotten password says', () => {
  const code = 'Authentication code';
  const getCode = (page: Page) => page.getByRole('button', { name: 'Get Auth Code' }).click();
  async function fill(page: Page, { confirmation = PASSWORD, digits = '00000000' } = {}) {
    await page.getByRole('textbox', { name: 'Email' }).fill('teapot_1975@example.org');
    await page.getByRole('textbox', { name: code }).fill(digits);
    await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(confirmation);
    await page.getByRole('button', { name: 'Submit' }).click();
  }

  it('"Please enter your email first"', async () => {
    const page = await open('/login?form=forgot');
    await getCode(page);
    await expectNotice(page, 'Please enter your email first', 'Email');
  });

  it('"Authentification code sent!" even without an account, and counts down from 60', async () => {
    const page = await open('/login?form=forgot');
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.org');
    const button = page.getByRole('button', { name: 'Get Auth Code' });
    const width = (await button.boundingBox())?.width;
    await button.click();
    await page.getByRole('status').filter({ hasText: 'Authentification code sent!' }).waitFor();
    const counting = page.getByRole('button', { name: /^Resend in (60|59|58)s$/ });
    await counting.waitFor();
    expect((await counting.boundingBox())?.width).toBe(width);
    expect(await counting.getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(page);
  });

  it('"Failed to send auth code. Please try again." for an address that email cannot reach, with the reason', async () => {
    const page = await open('/login?form=forgot');
    await page.getByRole('textbox', { name: 'Email' }).fill('teapot@kitchen');
    await getCode(page);
    await expectNotice(page, 'Failed to send auth code. Please try again.', code);
    await expectNotice(page, 'Enter a valid email address.', 'Email');
  });

  it('"Passwords do not match!"', async () => {
    const page = await open('/login?form=forgot');
    await fill(page, { confirmation: 'other' });
    await expectNotice(page, 'Passwords do not match!', 'Confirm password');
  });

  it('"Failed to reset password. Please try again." for a wrong code, and keeps the entries', async () => {
    const page = await open('/login?form=forgot');
    await fill(page);
    await expectNotice(page, 'Failed to reset password. Please try again.');
    await expectNotice(page, 'This code is wrong or has expired.', code);
    expect(await page.getByRole('textbox', { name: code }).inputValue()).toBe('00000000');
  });

  it('"Password reset successful!" on the login form', async () => {
    const email = 'teapot_1975@example.org';
    await post(journey.server.url, '/auth/forgetPassword', { email });
    const digits = codeIn(await mailTo(journey.server.url, email, 'Your authentication code'));
    const page = await open('/login?form=forgot');
    await fill(page, { digits });
    await expectNotice(page, 'Password reset successful!');
  });
});
