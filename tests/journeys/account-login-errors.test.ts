import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hongKongDate } from '../../functions/shared/hong-kong.ts';
import { PASSWORD } from '../support/api/make.ts';
import { codeIn, mailTo, post } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { errorJourney, expectNotice, pressAgain, replyTo } from '../support/browser/error-journey.ts';

/**
 * Where the login page shows its errors, through the real server where an input can cause them. Unit tests in
 * tests/unit/island check the sentence for each reply of the server.
 */

const { journey, open } = errorJourney();

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await pressAgain(page, 'Login');
}

const errorsOf = (page: Page) => page.locator('.field-error').allTextContents();

describe('the login form says', () => {
  it('"Username not found", "Login failed" and "Require username and password" at their fields, that the server cannot be reached, and "Login Successful"', async () => {
    const page = await open('/login');
    const password = page.getByRole('textbox', { name: 'Password' });
    // No sentence follows itself at the same field.
    for (const [username, entered, sentence, label] of [
      ['', '', 'Require username and password', 'Username or email'],
      ['nobody', PASSWORD, 'Username not found', 'Username or email'],
      [' ', PASSWORD, 'Require username and password', 'Username or email'],
      ['teapot_1975', 'wrong', 'Login failed', 'Password'],
      ['teapot_1975', '', 'Require username and password', 'Password'],
    ] as const) {
      await logIn(page, username, entered);
      await expectNotice(page, sentence, label);
      expect(await password.inputValue()).toBe(entered);
    }

    await replyTo(page, '/auth/login', 'no reply');
    await logIn(page, 'teapot_1975', PASSWORD);
    await expectNotice(page, "Can't connect to the server.");
    expect(await page.getByLabel('Username').inputValue()).toBe('teapot_1975');
    expect(await password.inputValue()).toBe(PASSWORD);
    await page.unrouteAll();
    await pressAgain(page, 'Login');
    await page.getByRole('alert').filter({ hasText: 'Login Successful' }).waitFor();
  });
});

it('a login whose session can not be stored, because storage is full, says what to do', async () => {
  const page = await open('/login');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("Setting the value of 'token' exceeded the quota.", 'QuotaExceededError');
    };
  });
  await logIn(page, 'teapot_1975', PASSWORD);
  await expectNotice(page, "Your browser has no space left for this site. Delete this site's data");
});

describe('the registration form says', () => {
  it('which fields need attention, what is wrong with each, what was typed as the password while "Show" is on, and "Registration successful!" on the login form', async () => {
    const page = await open('/login?form=register');
    await page.getByText('Fields marked with * are required.').waitFor();
    await page.getByText('If you are still studying, enter the year').waitFor();
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
    const enter = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
    await enter('Username', 'half_a_form');
    // The browser asks before a page is left whose entries would be lost.
    const asked = page.waitForEvent('dialog');
    const leaving = page.evaluate(() => location.reload());
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await leaving;
    expect(await page.getByLabel('Username', { exact: true }).inputValue()).toBe('half_a_form');
    await pressAgain(page, 'Submit');
    await expectNotice(
      page,
      'Check these fields: Email, Password, Confirm password, First name, Last name, Title, Gender, Affiliation, Country, Year of degree.',
    );

    for (const [label, text] of Object.entries({
      Username: 'Teapot_1975',
      Email: 'box@example.org',
      Password: PASSWORD,
      'Confirm password': PASSWORD,
      'First name': 'Cornell',
      'Last name': 'Box',
      Affiliation: 'Kitchen of Test Models',
      'Year of degree': '1984',
    }))
      await enter(label, text);
    const password = page.getByLabel('Password', { exact: true });
    await page.getByRole('status').getByText('Password strength').waitFor();
    expect(await password.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show password', exact: true }).click();
    expect(await password.getAttribute('type')).toBe('text');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hide password' }).click();
    expect(await password.getAttribute('type')).toBe('password');
    expect(await password.inputValue()).toBe(PASSWORD);
    await page.getByLabel('Title').selectOption('Mr.');
    await page.getByLabel('Prefer not to answer').check();
    await page.getByLabel('Country').selectOption('Singapore');
    await pressAgain(page, 'Submit');
    await expectNotice(page, 'Username already exists', 'Username');

    await enter('Username', 'cornell_box');
    const today = hongKongDate(new Date());
    const birthday = page.getByLabel('Date of birth');
    expect(await birthday.getAttribute('max')).toBe(today);
    // The meter judges length and characters alone; the list of common passwords is asked while one is typed.
    for (const common of ['siggraph', 'password123', 'password']) {
      await enter('Password', 'pa');
      await expect.poll(() => errorsOf(page)).toEqual([]);
      await enter('Password', common);
      await expect.poll(() => errorsOf(page)).toEqual(['This password is too common. Choose another one.']);
    }
    await page.getByRole('status').getByText('Medium').waitFor();
    await enter('Confirm password', 'password');
    await pressAgain(page, 'Submit');
    await expectNotice(page, 'This password is too common. Choose another one.', 'Password');
    expect(await errorsOf(page)).toEqual(['This password is too common. Choose another one.']);
    expect(await page.getByText('Registration failed.').count()).toBe(0);

    for (const label of ['Password', 'Confirm password']) await enter(label, PASSWORD);
    await pressAgain(page, 'Submit');
    await expectNotice(page, 'Registration successful!');
    await expectAccessible(page);
    expect(await page.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('cornell_box');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await pressAgain(page, 'Login');
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

  it('what is wrong, where it is wrong, "Authentification code sent!" even without an account, counts down from 60, keeps the entries, and "Password reset successful!" on the login form', async () => {
    const page = await open('/login?form=forgot');
    const enter = (label: string, text: string) => page.getByRole('textbox', { name: label }).fill(text);
    await pressAgain(page, 'Get Auth Code');
    await expectNotice(page, 'Please enter your email first', 'Email');
    await enter('Email', 'teapot@kitchen');
    await pressAgain(page, 'Get Auth Code');
    await expectNotice(page, 'Failed to send auth code. Please try again.', code);
    await expectNotice(page, 'Enter a valid email address.', 'Email');

    await enter('Email', 'nobody@example.org');
    const width = (await page.getByRole('button', { name: 'Get Auth Code' }).boundingBox())?.width;
    await pressAgain(page, 'Get Auth Code');
    await page.getByRole('status').filter({ hasText: 'Authentification code sent!' }).waitFor();
    const counting = page.getByRole('button', { name: /^Resend in (60|59|58)s$/ });
    await counting.waitFor();
    expect((await counting.boundingBox())?.width).toBe(width);
    expect(await counting.getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(page);

    const email = 'teapot_1975@example.org';
    await enter('Email', email);
    await enter(code, '00000000');
    await enter('New password', PASSWORD);
    await enter('Confirm password', PASSWORD);
    await pressAgain(page, 'Submit');
    await expectNotice(page, 'Failed to reset password. Please try again.');
    await expectNotice(page, 'This code is wrong or has expired.', code);
    expect(await page.getByRole('textbox', { name: code }).inputValue()).toBe('00000000');

    await post(journey.server.url, '/auth/forgetPassword', { email });
    await enter(code, codeIn(await mailTo(journey.server.url, email, 'Your authentication code')));
    await pressAgain(page, 'Submit');
    await expectNotice(page, 'Password reset successful!');
  });
});
