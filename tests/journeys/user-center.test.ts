import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { codeIn, mailTo, post, register, tokenOf } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { replyTo } from '../support/browser/error-journey.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, tabTo } from '../support/browser/keyboard.ts';
import { expectInView, overflowOf, pressUnlocked, searchMembers, sees } from '../support/browser/pages.ts';
import { openUserCenter, openWindow } from '../support/browser/user-center.ts';
import { openTab } from '../support/browser/windows.ts';

const journey = productJourney();

const enter = (username: string, path?: string, view?: Parameters<typeof openUserCenter>[4]) =>
  openUserCenter(journey.browser, journey.server.url, username, path, view);
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).waitFor();

const row = (page: Page, label: string) =>
  page
    .locator('.description-list > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

describe('the panels', () => {
  it('are in the menu, each with its path, Back and Forward lead through them, and they fade at the bottom until 10 px before their end', async () => {
    const page = await enter('lucy_1');
    await heading(page, 'User Guide');
    const menu = page.getByRole('navigation', { name: 'User Center menu' });
    expect(await menu.getByRole('listitem').allTextContents()).toEqual([
      'User Guide',
      'User Profile',
      'Password',
      'Membership Status',
      'Conference History',
      'Log Out',
    ]);
    // Its code comes while the mouse is over the link.
    const loaded = page.waitForEvent('requestfinished', (request) => /profile-panel/.test(request.url()));
    await menu.getByRole('link', { name: 'User Profile' }).hover();
    await loaded;
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

    await menu.getByRole('link', { name: 'User Profile' }).click();
    await heading(page, 'User Profile');
    const fade = page.locator('.panel__fade');
    // The last part has arrived, so that the end stays where it is.
    await sees(page, 'This device');
    await page.getByRole('button', { name: "This wasn't me" }).first().waitFor();
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
});

describe('the profile', () => {
  it('is saved, discarded, and shown in the header, of other tabs too; the banner asks for missing values', async () => {
    const page = await enter('old_name', '/profile', { hasClock: true });
    const badgeOf = (tab: Page) => tab.locator('header .account-badge').first();
    const other = await openTab(page);
    await other.goto(`${journey.server.url}/user`);
    await badgeOf(other).getByText('old_name', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await page.getByLabel('Membership ID').getAttribute('readonly')).toBe('');
    await page.getByRole('textbox', { name: 'Affiliation' }).fill('');
    await page.getByRole('textbox', { name: 'Username' }).fill('Lucy New');
    await page.getByLabel('Personal homepage').fill('https://example.org/lucy');
    await page.getByRole('textbox', { name: 'Self description' }).fill('One line\nand another');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await sees(page, 'Profile updated successfully!');
    await sees(page, 'Please complete your personal information');
    await sees(page, 'Not provided: Affiliation.');
    for (const tab of [page, other]) await badgeOf(tab).getByText('Lucy New', { exact: true }).waitFor();
    await other.close();
    expect(await row(page, 'Affiliation').textContent()).toBe('Not provided');
    const link = row(page, 'Personal homepage').getByRole('link');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(await link.getAttribute('href')).toBe('https://example.org/lucy');

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Affiliation' }).fill('Somewhere');
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    expect(await row(page, 'Affiliation').textContent()).toBe('Not provided');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Affiliation' }).fill('Kitchen of Test Models');
    await pressUnlocked(page.getByRole('button', { name: 'Save Changes' }));
    await sees(page, 'Profile updated successfully!');
    await page.getByText('Please complete your personal information').waitFor({ state: 'detached' });
  });

  it('keeps Save and Discard in the window while it is edited', async () => {
    const page = await enter('within_reach', '/profile', { width: 1440, dark: true });
    await page.getByRole('button', { name: 'Edit' }).click();
    for (const label of ['Username', 'Email', 'Self description']) {
      await page.getByRole('textbox', { name: label }).focus();
      for (const name of ['Save Changes', 'Discard Changes']) await expectInView(page, name);
    }
    await tabTo(page, 'Membership ID');
    await page.getByRole('textbox', { name: 'Username' }).focus();
    await tabTo(page, 'Discard Changes');
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('textbox', { name: 'First name' }).fill('W'.repeat(100));
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await sees(page, 'Profile updated successfully!');
    expect(await overflowOf(page)).toBe(0);
  });

  it('keeps unsaved changes through menu, Back and reload, for their author alone, until discarded or logged out of', async () => {
    const page = await enter('autosaver', '/profile');
    page.on('dialog', (dialog) => dialog.accept());
    const affiliation = page.getByRole('textbox', { name: 'Affiliation' });
    const isRestored = async () => {
      await sees(page, 'We restored your unsaved changes.');
      expect(await affiliation.inputValue()).toBe('Half a kit');
      expect(await page.getByLabel('Title').inputValue()).toBe('Prof.');
    };
    await page.getByRole('button', { name: 'Edit' }).click();
    await affiliation.fill('Half a kit');
    await page.getByLabel('Title').selectOption('Prof.');
    await page
      .getByRole('navigation', { name: 'User Center menu' })
      .getByRole('link', { name: 'Password' })
      .click();
    await heading(page, 'Password');
    await page.goBack();
    await isRestored();
    await page.reload();
    await isRestored();

    await page.evaluate(() => {
      const stored = JSON.parse(sessionStorage.getItem('unsaved-profile') ?? '{}');
      sessionStorage.setItem('unsaved-profile', JSON.stringify({ ...stored, uid: 'somebody else' }));
      // Leaving stores the page's own again: another member's is put in place after that.
      addEventListener('pagehide', () =>
        sessionStorage.setItem('unsaved-profile', JSON.stringify({ ...stored, uid: 'somebody else' })),
      );
    });
    await page.reload();
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await affiliation.inputValue()).not.toBe('Half a kit');
    await affiliation.fill('A kitchen');
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Edit' }).click();
    await affiliation.fill('A kitchen');
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL(/\/login$/);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('shows unsaved changes to nobody who logs in after their author in another tab', async () => {
    const page = await enter('first_author', '/profile');
    page.on('dialog', (dialog) => dialog.dismiss());
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Affiliation' }).fill('Half a kit');
    const other = await openTab(page);
    await other.goto(`${journey.server.url}/user/password`);
    await heading(other, 'Password');
    await other.getByRole('button', { name: 'Log Out' }).click();
    await other.waitForURL(/\/login$/);
    await register(journey.server.url, 'next_reader');
    const token = await tokenOf(journey.server.url, 'next_reader');
    const loaded = page.waitForResponse(
      async (reply) => reply.url().endsWith('/api/userinfo') && (await reply.text()).includes('next_reader'),
    );
    await other.evaluate((stored) => localStorage.setItem('token', stored), token);
    await loaded;
    await page.getByRole('button', { name: /^(Edit|Discard Changes)$/ }).waitFor();
    expect(await page.getByText('We restored your unsaved changes.').count()).toBe(0);
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await page.getByRole('textbox', { name: 'Affiliation' }).inputValue()).not.toBe('Half a kit');
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL(/\/login$/);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});

it('logging out leaves nothing of a member in storages, caches, workers, the history or the page that Back shows', async () => {
  const { url } = journey.server;
  await register(url, 'secretary');
  await journey.server.ops('grant-admin', 'secretary');
  const page = await enter('secretary', '/members');
  await searchMembers(page, 'secretary@example.org');
  const row = page.getByRole('rowheader').getByRole('link');
  await row.click();
  await page.getByRole('button', { name: 'Edit profile' }).waitFor();
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

it('a session that ended elsewhere is told after a public page too', async () => {
  const { url } = journey.server;
  await register(url, 'forgotten').catch(() => undefined);
  const token = await tokenOf(url, 'forgotten');
  await post(url, '/auth/logout', undefined, token);
  const page = await openWindow(journey.browser, { session: token });
  await page.goto(`${url}/contact`);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).first().click();
  await sees(page, 'Your session has ended. Log in again to continue.');
});

it('a server that only fails is not called the end of the session', async () => {
  const failing = { expected: /Failed to load resource.* 500/, hasClock: true };
  const page = await enter('nefertiti', '', failing);
  await replyTo(page, '/userinfo', { status: 500 });
  await page.reload();
  // It is asked again after a while.
  const isToLogIn = async () => {
    await page.clock.fastForward(1000);
    return page.url();
  };
  await expect.poll(isToLogIn).toBe(`${journey.server.url}/login?redirect=%2Fuser`);
  await sees(page, "Our server couldn't check your session, so you have been logged out on this device.");
  expect(await page.getByText('Your session has ended').count()).toBe(0);
  await expectAccessible(page);
});

it('a new member is asked for the code on the guide and above the profile, which is sent again, until the address is verified', async () => {
  const username = 'unverified';
  const page = await enter(username, '', { width: 390, dark: true, hasClock: true });
  await sees(page, 'Verify your email address before you pay.');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to User Profile.' }).click();
  await expectInView(page, 'Verification code');
  await sees(page, 'Not verified');
  await sees(page, `Enter the code we sent to ${username}@example.org.`);
  // The icon's character is not read out.
  expect(await page.locator('.notice').first().ariaSnapshot()).toMatch(/^- paragraph: Verify your email/);
  await expectAccessible(page);
  expect(await overflowOf(page)).toBe(0);

  await page.getByRole('button', { name: /^(Resend code|Resend in \d+s)$/ }).click();
  await page.getByRole('button', { name: /^Resend in \d+s$/ }).waitFor();
  const sent = page.getByText('We sent you a new code.');
  await sent.waitFor();
  const field = page.getByRole('textbox', { name: 'Verification code' });
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  const verify = page.getByRole('button', { name: 'Verify' });
  await field.fill('abcd');
  await verify.click();
  await sees(page, 'Enter the 8-digit code.');
  await field.fill('00000000');
  await pressUnlocked(verify);
  await sees(page, 'This code is wrong or has expired. Request a new code.');
  expect(await sent.count()).toBe(0);
  await expectAccessible(page);

  const code = await mailTo(journey.server.url, `${username}@example.org`, 'Your verification code');
  await field.fill(codeIn(code));
  await pressUnlocked(verify);
  await expectInView(page, 'Your email address is verified.');
  expect(await focused(page)).toBe('Edit');
  await page.getByText('Verified', { exact: true }).waitFor();
  expect(await field.count()).toBe(0);
});

const callOf = (request: Request) =>
  `${request.method()} ${new URL(request.url()).pathname.replace('/api', '')}`;

/** The calls of each panel when it is loaded, besides who the member is and whether an administrator. */
const callsOf: Record<string, { path: string; calls: string[] }> = {
  'User Guide': { path: '', calls: [] },
  'User Profile': {
    path: '/profile',
    calls: ['GET /user/devices', 'GET /user/history', 'GET /user/mail-preferences'],
  },
  Password: { path: '/password', calls: ['GET /user/passkeys', 'GET /user/second-factor'] },
  'Membership Status': { path: '/membership', calls: ['GET /membership/get-membership'] },
  'Conference History': { path: '/conferences', calls: ['GET /conference/get-conferences'] },
};

it('a load asks once who the member is, and for each part of its panel once; the window has its title', async () => {
  const { url } = journey.server;
  await register(url, 'cow_2');
  const page = await openWindow(journey.browser, { session: await tokenOf(url, 'cow_2') });
  let calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(callOf(request));
  });
  for (const [title, panel] of Object.entries(callsOf)) {
    calls = [];
    await page.goto(`${url}/user${panel.path}`, { waitUntil: 'networkidle' });
    await heading(page, title);
    const expected = ['GET /admin/check-admin', 'GET /userinfo', ...panel.calls];
    expect({ title, calls: calls.sort() }).toEqual({ title, calls: expected.sort() });
    expect(await page.title()).toBe(`${title} - User Center - Asia Graphics Association`);
  }
  await page.getByRole('link', { name: 'User Guide', exact: true }).click();
  await heading(page, 'User Guide');
  expect(await page.title()).toBe('User Guide - User Center - Asia Graphics Association');
});

it('tabs stay in step: logging out in one leads the user center to the login page, and turns the badge on Home into Login', async () => {
  const page = await enter('nefertiti', '/profile');
  const other = await openTab(page);
  await other.goto(`${journey.server.url}/user/password`);
  await heading(other, 'Password');
  const home = await openTab(page);
  await home.goto(journey.server.url);
  const badge = home.locator('header .account-badge');
  await badge.first().waitFor();
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await other.waitForURL(`${journey.server.url}/login`);
  await sees(other, 'Your session has ended. Log in again to continue.');
  await home.getByRole('link', { name: 'Login' }).first().waitFor();
  expect(await badge.count()).toBe(0);
});
