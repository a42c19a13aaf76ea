import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { codeIn, mailTo } from '../support/api/members.ts';
import { dialog, membershipJourney, pay, records, WRONG_CLOCK } from '../support/api/membership.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { focused, tabTo } from '../support/browser/keyboard.ts';
import { overflowOf, sees } from '../support/browser/pages.ts';
import { enterCentre, openWindow } from '../support/browser/user-center.ts';
import { addVirtualAuthenticator } from '../support/browser/virtual-authenticator.ts';

/** What members do most, by keyboard alone, on lines that are slow or that fail in the middle of it. */

const { journey, code, enter } = membershipJourney();

interface Line {
  name: string;
  view: { width: number; dark: boolean };
  isSlow: boolean;
}

const lines: Line[] = [
  {
    name: 'a slow line, with an impatient finger, on a phone',
    view: { width: 390, dark: true },
    isSlow: true,
  },
  { name: 'a line that fails once', view: { width: 1440, dark: false }, isSlow: false },
];

async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

const once = (page: Page) => page.keyboard.press('Enter');

/** Presses Enter at the focused control: twice on a slow line; on one that fails, `again` when it works again. */
async function send(
  page: Page,
  { isSlow }: Line,
  { notice = "Can't connect to the server.", again = once } = {},
): Promise<void> {
  if (isSlow) {
    await once(page);
    await once(page);
    return;
  }
  await page.context().setOffline(true);
  await once(page);
  await sees(page, notice);
  await expectAccessible(page);
  await page.context().setOffline(false);
  // No button is in its lock of 3 s.
  await expect.poll(() => page.locator('button[aria-disabled=true]').count()).toBe(0);
  await again(page);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).first().waitFor();
  await tabTo(page, label);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

async function press(page: Page, name: string): Promise<void> {
  await reach(page, name);
  await once(page);
}

async function reach(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().waitFor();
  await tabTo(page, name);
}

async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await overflowOf(page)).toBe(0);
}

const expected = /ERR_INTERNET_DISCONNECTED|Session check failed|Failed to load resource.* 4\d\d/;

describe.each(lines)('on $name', (line) => {
  const { view, isSlow } = line;
  const named = (name: string) => `${name}_${view.width}`;
  const enterAt = async (username: string, path: string) => {
    const page = await enterCentre(journey.browser, journey.server.url, username, path, {
      ...view,
      expected,
    });
    if (isSlow) await slowDown(page);
    return page;
  };

  it('a visitor registers, logs in with the email address and verifies it', async () => {
    const username = named('newcomer');
    const email = `${username}@example.org`;
    const page = await openWindow(journey.browser, { ...view, expected, now: WRONG_CLOCK });
    if (isSlow) await slowDown(page);
    await page.goto(`${journey.server.url}/login`);
    await page.locator('astro-island:not([ssr])').waitFor();
    await press(page, 'Register');
    await expect.poll(() => focused(page)).toBe('Information Configuration');
    for (const [label, text] of [
      ['Username', username],
      ['Email', email],
      ['Password', PASSWORD],
      ['Confirm password', PASSWORD],
      ['First name', 'Utah'],
      ['Last name', 'Teapot'],
    ] as const)
      await type(page, label, text);
    await tabTo(page, 'Title');
    await page.keyboard.type('Dr');
    await tabTo(page, 'Male');
    await page.keyboard.press('Space');
    await type(page, 'Affiliation', 'Kitchen of Test Models');
    await tabTo(page, 'Country');
    await page.keyboard.type('Sing');
    await type(page, 'Year of degree', '1996');
    await reach(page, 'Submit');
    await send(page, line, { notice: 'Registration failed. Please try again.' });
    await sees(page, 'Registration successful!');

    await type(page, 'Username or email', email);
    await type(page, 'Password', PASSWORD);
    await send(page, line);
    await page.getByRole('heading', { name: 'User Guide' }).waitFor();
    await page.goto(`${journey.server.url}/user/profile`);
    await type(page, 'Verification code', await code(username));
    await send(page, line);
    await sees(page, 'Your email address is verified.');
    await expectFits(page);
  });

  it('a member edits the profile, looks elsewhere, comes back and saves; another tab is not overwritten', async () => {
    const page = await enterAt(named('editor'), '/profile');
    const other = await page.context().newPage();
    await other.goto(page.url());
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await press(tab, 'Edit');
      await type(tab, 'Affiliation', tab === page ? 'First tab' : 'Second tab');
    }
    await page.bringToFront();
    await page.goto(`${journey.server.url}/news`);
    await page.goBack();
    await sees(page, 'We restored your unsaved changes.');
    expect(await page.getByRole('textbox', { name: 'Affiliation' }).inputValue()).toBe('First tab');
    await reach(page, 'Save Changes');
    await send(page, line);
    await sees(page, 'Profile updated successfully!');
    await expectFits(page);

    await other.bringToFront();
    await press(other, 'Save Changes');
    await sees(other, 'Nothing was saved: your profile has been changed in another tab');
    await expect.poll(() => focused(other)).toContain('Affiliation');
    await reach(other, 'Save Changes');
    await expect.poll(() => other.locator('button[aria-disabled=true]').count()).toBe(0);
    await other.keyboard.press('Enter');
    await sees(other, 'Profile updated successfully!');
    await expectFits(other);
  });

  it('a member pays and confirms', async () => {
    const username = named('payer');
    await (await enter(username)).close();
    const page = await enterAt(username, '/membership');
    const opened = page.context().waitForEvent('page');
    await press(page, 'Pay as Student Member');
    const card = await opened;
    await pay(card);
    await sees(card, 'Payment received');
    await page.bringToFront();
    await dialog(page).waitFor();
    await reach(page, 'Confirm');
    // The dialog closes with any result.
    if (isSlow) await once(page);
    else await send(page, line, { again: () => press(page, 'Try again') });
    await sees(page, 'Your payment is confirmed.');
    expect(await records(page).count()).toBe(1);
    await expectFits(page);
  });

  it('a member adds a passkey, logs in with it, and sees a login that was somebody else’s', async () => {
    const username = named('suspicious');
    const page = await enterAt(username, '/password');
    await addVirtualAuthenticator(page);
    await press(page, 'Add a passkey');
    await page.getByRole('dialog', { name: 'Add a passkey' }).waitFor();
    await page.keyboard.insertText(PASSWORD);
    await send(page, line);
    await sees(page, 'Passkey added. You can log in with it.');
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${journey.server.url}/login`);
    await page.locator('astro-island:not([ssr])').waitFor();
    await reach(page, 'Log in with a passkey');
    await send(page, line);
    await page.getByRole('heading', { name: 'User Center' }).waitFor();

    await page.goto(`${journey.server.url}/user/profile`);
    await press(page, "This wasn't me");
    await page.getByRole('dialog', { name: 'Log out everywhere?' }).waitFor();
    await reach(page, 'Log out everywhere');
    await send(page, line, {
      async again() {
        await press(page, "This wasn't me");
        await press(page, 'Log out everywhere');
      },
    });
    await sees(page, `We have sent a code to ${username}@example.org.`);
    await expectFits(page);
    const mail = await mailTo(
      journey.server.url,
      `${username}@example.org`,
      'Set a new password for your account',
    );
    await press(page, 'Set new password');
    await page.waitForURL(/form=forgot/);
    await type(page, 'Email', `${username}@example.org`);
    await type(page, 'Authentication code', codeIn(mail));
    await type(page, 'New password', 'a bunny in a box');
    await type(page, 'Confirm password', 'a bunny in a box');
    await send(page, line, { notice: 'Failed to reset password. Please try again.' });
    await sees(page, 'Password reset successful!');
    await expectFits(page);
  });
});
