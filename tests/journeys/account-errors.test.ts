import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { PASSWORD } from '../support/make.ts';
import { register, tokenOf } from '../support/members.ts';
import { sees } from '../support/pages.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';

/** The error catalogue of account area, section 8: each row once, through the real server where an input can cause it. */

let product: RunningProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  await Promise.all(['teapot_1975', 'bunny_1994'].map((name) => register(product.url, name)));
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
});

/** A page of its own at a path; signed in where a name is given. */
async function open(path: string, username?: string): Promise<Page> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  if (username !== undefined) {
    const token = await tokenOf(product.url, username);
    await context.addInitScript((stored) => {
      sessionStorage.setItem('token', stored);
    }, token);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(product.url + path);
  return page;
}

type Fault = { status: number; json?: object } | 'no reply';

/** Puts a fault between browser and server. */
const fault = (page: Page, call: string, how: Fault) =>
  page.route(`**/api${call}`, (route) =>
    how === 'no reply'
      ? route.abort('internetdisconnected')
      : route.fulfill({ status: how.status, json: how.json ?? { message: 'x' } }),
  );

/** The sentence is shown in a live region; beside a field, the field is tied to it. */
async function expectSaid(page: Page, sentence: string, label?: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: sentence }).first().waitFor();
  if (label !== undefined) {
    const field = page.getByRole('textbox', { name: label, exact: true });
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
    expect(texts).toContain(sentence);
  }
  await expectAccessible(page);
}

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
    await expectSaid(page, 'Login Successful');
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

describe('the profile says', () => {
  async function save(change: (page: Page) => Promise<unknown>): Promise<Page> {
    const page = await open('/user/profile', 'teapot_1975');
    await page.getByRole('button', { name: 'Edit' }).click();
    await change(page);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    return page;
  }

  it('"Update failed: Username already exists", by the username', async () =>
    expectSaid(
      await save((page) => page.getByRole('textbox', { name: 'Username' }).fill('bunny_1994')),
      'Update failed: Username already exists',
      'Username',
    ));

  it.each([
    ['Personal homepage', 'javascript:alert(1)', 'is not an address that begins with https:// or http://'],
    ['E-mail', 'teapot', 'is not an e-mail address'],
    ['First name', '', 'is required'],
  ])('what is wrong with %s %j, by the field', async (label, text, saying) => {
    const page = await save((page) => page.getByLabel(label).fill(text));
    await page
      .getByRole('alert')
      .filter({ hasText: `${label} ${saying}` })
      .waitFor();
    await expectAccessible(page);
  });

  it('"Update failed: No authentication token found"', async () =>
    expectSaid(
      await save((page) => page.evaluate(() => sessionStorage.clear())),
      'Update failed: No authentication token found',
    ));

  it.each<[Fault, string]>([
    [{ status: 500, json: { message: 'Server error' } }, 'Update failed: Server error'],
    [{ status: 502, json: {} }, 'Update failed: Update failed'],
    ['no reply', 'Update failed: The server cannot be reached.'],
  ])('of %j: %j', async (how, sentence) =>
    expectSaid(
      await save((page) =>
        page.route('**/api/userinfo', (route) => {
          if (route.request().method() !== 'PUT') return route.continue();
          return how === 'no reply' ? route.abort() : route.fulfill(how);
        }),
      ),
      sentence,
    ),
  );

  it('"Profile updated successfully!"', async () =>
    expectSaid(
      await save((page) => page.getByRole('textbox', { name: 'Phone' }).fill('+852 1')),
      'Profile updated successfully!',
    ));
});

describe('the password panel says', () => {
  async function change(current: string, next: string, confirmation = next, faulty?: [string, Fault]) {
    const page = await open('/user/password', 'teapot_1975');
    if (faulty) await fault(page, ...faulty);
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm new password').fill(confirmation);
    return page;
  }
  const submit = async (page: Page) => {
    await page.getByRole('button', { name: 'Change Password' }).click();
    return page;
  };

  it('"Passwords do not match", and its button is off', async () => {
    const page = await change('a', 'b', 'c');
    await expectSaid(page, 'Passwords do not match', 'Confirm new password');
    expect(await page.getByRole('button', { name: 'Change Password' }).isDisabled()).toBe(true);
    await page.getByLabel('Confirm new password').fill('b');
    expect(await page.getByRole('button', { name: 'Change Password' }).isEnabled()).toBe(true);
    await page.getByLabel('Current password').fill('');
    expect(await page.getByRole('button', { name: 'Change Password' }).isDisabled()).toBe(true);
  });

  it('the server’s message of a wrong password', async () =>
    expectSaid(await submit(await change('wrong', 'another teapot in a box')), 'Failed to update password'));

  it('that a password is too common, by the field', async () =>
    expectSaid(
      await submit(await change(PASSWORD, 'password')),
      'New password is one that many people use; choose another',
      'New password',
    ));

  it.each<[string, Fault, string]>([
    ['/auth/gensalt', { status: 500 }, 'Failed to generate salt'],
    ['/auth/getSalt', { status: 500 }, 'Failed to get salt'],
    ['/user/password-update', { status: 403, json: { message: 'Not yours' } }, 'Not yours'],
    ['/user/password-update', { status: 502, json: {} }, 'Failed to update password'],
    ['/user/password-update', 'no reply', 'Server error, please try again.'],
  ])('of %s with %j: %j', async (call, how, sentence) =>
    expectSaid(await submit(await change(PASSWORD, 'x y z', 'x y z', [call, how])), sentence),
  );
});

describe('the user centre says', () => {
  it.each<[string, Fault, string]>([
    ['/userinfo', 'no reply', 'The server cannot be reached. Please check your connection and try again.'],
    ['/userinfo', { status: 429, json: { message: 'x', retryAfterSeconds: 60 } }, 'Too many attempts.'],
  ])('of %s with %j: %j, keeps the token and tries again', async (call, how, sentence) => {
    const page = await open('/contact');
    const token = await tokenOf(product.url, 'bunny_1994');
    await fault(page, call, how);
    await page.evaluate((stored) => sessionStorage.setItem('token', stored), token);
    await page.goto(`${product.url}/user/profile`);
    await expectSaid(page, sentence);
    await page.unroute(`**/api${call}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'User Profile' }).waitFor();
  });

  it('that a panel did not arrive, and reloads', async () => {
    const page = await open('/user', 'bunny_1994');
    await page.getByRole('heading', { name: 'User Guide' }).waitFor();
    await page.route('**/_astro/profile-panel.*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'User Profile' }).first().click();
    await expectSaid(page, 'This page could not be loaded. Please check your connection.');
    await page.unroute('**/_astro/profile-panel.*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'User Profile' }).waitFor();
  });

  it('that the list of sessions did not arrive, and tries again', async () => {
    const page = await open('/user', 'bunny_1994');
    await fault(page, '/user/sessions', { status: 403 });
    await page.getByRole('link', { name: 'Password' }).first().click();
    await expectSaid(page, 'Failed to load where you are signed in.');
    await page.unroute('**/api/user/sessions');
    await page.getByRole('button', { name: 'Try again' }).click();
    await sees(page, 'This browser');
  });

  it('that there is no such page', async () => {
    const page = await open('/user/nothing', 'bunny_1994');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expectAccessible(page);
  });
});
