import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailTo } from '../support/api/members.ts';
import { processJourney } from '../support/browser/journey.ts';
import { openPage, sees } from '../support/browser/pages.ts';

const USERNAME = '山田 太郎';
const PASSWORD = 'a teapot on a Cornell box';

const journey = processJourney();

const path = (page: Page) => new URL(page.url()).pathname;

async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

describe('a member’s first day', () => {
  let context: BrowserContext;
  let page: Page;
  let expectCleanConsole: () => void;
  beforeAll(async () => {
    context = await journey.browser.newContext();
    // The browser itself logs a 401 for a guest.
    ({ page, expectCleanConsole } = await openPage(context, [/Failed to load resource.* 401/]));
  });
  afterAll(() => context.close());

  it('begins on Home as a guest', async () => {
    await page.goto(journey.server.url);
    await page.getByRole('link', { name: 'Login' }).first().click();
    await page.getByRole('heading', { name: 'Login', level: 1 }).waitFor();
  });

  it('keeps what is typed when Login is followed from the login page itself', async () => {
    await page.getByLabel('Username').fill('typed');
    await page.getByRole('link', { name: 'Login' }).first().click();
    expect(await page.getByLabel('Username').inputValue()).toBe('typed');
    await page.getByLabel('Username').fill('');
  });

  it('registers: "Registration successful!"', async () => {
    await page.getByRole('link', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Information Configuration', level: 1 }).waitFor();
    await page.getByLabel('Username').fill(USERNAME);
    await page.getByLabel('Email').fill('yamada@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByLabel('First name').fill('太郎');
    await page.getByLabel('Last name').fill('山田');
    await page.getByLabel('Title').selectOption('Dr.');
    await page.getByLabel('Prefer not to answer').check();
    await page.getByLabel('Affiliation').fill('Kitchen of Test Models');
    await page.getByLabel('Country').selectOption('Japan');
    await page.getByLabel('Year of degree').fill('2015');
    await page.getByRole('button', { name: 'Submit' }).click();
    await sees(page, 'Registration successful!');
    await page.getByRole('heading', { name: 'Login', level: 1 }).waitFor();
  });

  it('finds the welcome email in the inbox, with the whole name', async () =>
    expect(
      await mailTo(journey.server.url, 'yamada@example.org', 'Welcome to AG: verify your email address'),
    ).toContain(USERNAME));

  it('logs in with "Login Successful" and comes to the user center', async () => {
    await page.getByLabel('Remember Me').check();
    await fillLogin(page, USERNAME, PASSWORD);
    await sees(page, 'Login Successful');
    await page.getByRole('heading', { name: 'User Center', level: 1 }).waitFor();
    await page.waitForURL(`${journey.server.url}/user`);
  });

  it('stays logged in after a reload', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'User Center', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'User Guide' }).waitFor();
    expect(path(page)).toBe('/user');
  });

  it('sees the badge with initials on Home', async () => {
    await page.goto(journey.server.url);
    const badge = page.locator('header .account-badge').first();
    await badge.waitFor();
    expect(await badge.locator('b').textContent()).toBe('山太');
    expect(await badge.locator('span').first().textContent()).toBe(USERNAME);
  });

  it('stays logged in after the server was stopped and started', async () => {
    // Requests of the page would fail while the server is down.
    await page.goto('about:blank');
    await journey.server.restart();
    await page.goto(`${journey.server.url}/user`);
    await page.getByRole('heading', { name: 'User Guide' }).waitFor();
  });

  it('is redirected from /login to the user center', async () => {
    await page.goto(`${journey.server.url}/login`);
    await page.waitForURL(`${journey.server.url}/user`);
  });

  it('logs out, after which /user redirects to /login', async () => {
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.getByRole('heading', { name: 'Login', level: 1 }).waitFor();
    await page.goto(`${journey.server.url}/user`);
    await page.waitForURL(`${journey.server.url}/login?redirect=%2Fuser`);
    await page.goto(journey.server.url);
    await page.getByRole('link', { name: 'Login' }).first().waitFor();
  });

  it('returns to the requested page after the next login', async () => {
    await page.goto(`${journey.server.url}/login?redirect=%2Fnews%23y2025`);
    await fillLogin(page, USERNAME, PASSWORD);
    await page.waitForURL(`${journey.server.url}/news#y2025`);
  });

  it('has an empty console all day', () => expectCleanConsole());
});

describe('a login that is not remembered', () => {
  it('ends with its tab', async () => {
    const context = await journey.browser.newContext();
    const { page } = await openPage(context);
    await page.goto(`${journey.server.url}/login`);
    await fillLogin(page, USERNAME, PASSWORD);
    await page.getByRole('heading', { name: 'User Guide' }).waitFor();
    const other = (await openPage(context, [/ 401 /])).page;
    await other.goto(`${journey.server.url}/user`);
    await other.waitForURL(`${journey.server.url}/login?redirect=%2Fuser`);
  });
});
