import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { catalogueJourney, expectSaid, type Fault, fault } from '../support/faults.ts';
import { PASSWORD } from '../support/make.ts';

/** The error catalogue of account area, section 8, the login page: each row once, through the real server where an input can cause it. */

const { open } = catalogueJourney();

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

describe('login says', () => {
  it('"Username not found", by the username', async () => {
    const page = await open('/login');
    await logIn(page, 'nobody', PASSWORD);
    await expectSaid(page, 'Username not found', 'Username');
  });

  it('"Login failed", by the password, which stays', async () => {
    const page = await open('/login');
    await logIn(page, 'teapot_1975', 'wrong');
    await expectSaid(page, 'Login failed', 'Password');
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('wrong');
  });

  it('what is missing, by each field', async () => {
    const page = await open('/login');
    await page.getByRole('button', { name: 'Login' }).click();
    await expectSaid(page, 'Username is required', 'Username');
    await expectSaid(page, 'Password is required', 'Password');
  });

  it.each<[Fault, string]>([
    [{ status: 400 }, 'Require username and password'],
    [{ status: 403 }, 'Account disabled'],
    [{ status: 500 }, 'Server error'],
    [{ status: 418 }, 'Login failed'],
    ['no reply', 'Failed to fetch'],
  ])('of %j: %j', async (how, sentence) => {
    const page = await open('/login');
    await fault(page, '/auth/login', how);
    await logIn(page, 'teapot_1975', PASSWORD);
    await expectSaid(page, sentence);
  });

  it('"Login Successful"', async () => {
    const page = await open('/login');
    await logIn(page, 'teapot_1975', PASSWORD);
    // The page leaves before axe could look at it.
    await page.getByRole('alert').filter({ hasText: 'Login Successful' }).waitFor();
  });
});

describe('registration says', () => {
  async function submit(given: { name?: string; email?: string; confirmation?: string; faulty?: Fault }) {
    const page = await open('/login?form=register');
    const { name = 'cornell_box', email = 'box@example.org', confirmation = PASSWORD, faulty } = given;
    if (faulty) await fault(page, '/auth/register', faulty);
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(confirmation);
    await page.getByLabel('First name').fill('Cornell');
    await page.getByLabel('Last name').fill('Box');
    await page.getByLabel('Title').selectOption('Mr.');
    await page.getByLabel('Prefer not to answer').check();
    await page.getByLabel('Affiliation').fill('Kitchen of Test Models');
    await page.getByLabel('Country').selectOption('Singapore');
    await page.getByLabel('Year of degree').fill('1984');
    await page.getByRole('button', { name: 'Submit' }).click();
    return page;
  }

  it('"Username already exists"', async () =>
    expectSaid(await submit({ name: 'Teapot_1975' }), 'Username already exists', 'Username'));

  it('"Email already registered"', async () =>
    expectSaid(await submit({ email: 'bunny_1994@example.org' }), 'Email already registered', 'E-mail'));

  it('"Passwords do not match!"', async () =>
    expectSaid(await submit({ confirmation: 'other' }), 'Passwords do not match!', 'Confirm password'));

  it.each<[Fault, string]>([
    [{ status: 400 }, 'Registration failed. Please check your information.'],
    ['no reply', 'Registration failed. Please try again.'],
  ])('of %j: %j', async (faulty, sentence) => expectSaid(await submit({ faulty }), sentence));

  it('"Registration successful!", on the login form', async () => {
    const page = await submit({});
    await expectSaid(page, 'Registration successful!');
    expect(await page.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('cornell_box');
  });
});

describe('forgot password says', () => {
  const code = 'Authentication code';
  const getCode = (page: Page) => page.getByRole('button', { name: 'Get Auth Code' }).click();
  async function fill(page: Page, confirmation = PASSWORD) {
    await page.getByRole('textbox', { name: 'E-mail' }).fill('teapot_1975@example.org');
    await page.getByRole('textbox', { name: code }).fill('00000000');
    await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(confirmation);
    await page.getByRole('button', { name: 'Submit' }).click();
  }

  it('"Please enter your email first"', async () => {
    const page = await open('/login?form=forgot');
    await getCode(page);
    await expectSaid(page, 'Please enter your email first', 'E-mail');
  });

  it('"Authentification code sent!" to who is no member as well, and counts down from 60', async () => {
    const page = await open('/login?form=forgot');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@example.org');
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

  it.each<[Fault, string]>([
    [{ status: 500 }, 'Failed to send auth code. Please try again.'],
    ['no reply', 'An error occurred.'],
  ])('of a code request with %j: %j', async (how, sentence) => {
    const page = await open('/login?form=forgot');
    await fault(page, '/auth/forgetPassword', how);
    await page.getByRole('textbox', { name: 'E-mail' }).fill('teapot_1975@example.org');
    await getCode(page);
    await expectSaid(page, sentence, code);
  });

  it('"Passwords do not match!"', async () => {
    const page = await open('/login?form=forgot');
    await fill(page, 'other');
    await expectSaid(page, 'Passwords do not match!', 'Confirm password');
  });

  it('"Failed to reset password. Please try again." of a wrong code, and keeps what was typed', async () => {
    const page = await open('/login?form=forgot');
    await fill(page);
    await expectSaid(page, 'Failed to reset password. Please try again.');
    await expectSaid(page, `${code} is wrong or no longer counts`, code);
    expect(await page.getByRole('textbox', { name: code }).inputValue()).toBe('00000000');
  });
});
