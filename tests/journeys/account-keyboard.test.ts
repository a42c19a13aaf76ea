import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeIn, mailTo } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, tabTo } from '../support/browser/keyboard.ts';
import { openPage } from '../support/browser/pages.ts';

const EMAIL = 'armadillo@example.org';
const PASSWORD = 'an armadillo in a box';
const NEW_PASSWORD = 'a dragon in a box';

const journey = productJourney();
let context: BrowserContext;
let page: Page;
let expectNoComplaints: () => void;
beforeAll(async () => {
  context = await journey.browser.newContext();
  ({ page, expectNoComplaints } = await openPage(context));
});

async function type(label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.insertText(text);
}

const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
const said = (sentence: string) => page.getByText(sentence).first().waitFor();

describe('by keyboard alone', () => {
  it('a visitor registers', async () => {
    await page.goto(`${journey.server.url}/login`);
    await page.locator('astro-island:not([ssr])').waitFor();
    await tabTo(page, 'Register');
    await page.keyboard.press('Enter');
    await heading('Information Configuration');
    expect(await focused(page)).toBe('Information Configuration');
    await expectAccessible(page);
    await type('Username', 'armadillo');
    await type('Email', EMAIL);
    await type('Password', PASSWORD);
    await type('Confirm password', PASSWORD);
    await type('First name', 'Stanford');
    await type('Last name', 'Armadillo');
    await tabTo(page, 'Title');
    await page.keyboard.type('Prof');
    await tabTo(page, 'Male');
    await page.keyboard.press('Space');
    await type('Affiliation', 'Kitchen of Test Models');
    await tabTo(page, 'Country');
    await page.keyboard.type('Sing');
    await type('Year of degree', '1996');
    await tabTo(page, 'Submit');
    await page.keyboard.press('Enter');
    await said('Registration successful!');
    expect(await focused(page)).toBe('Login');
  });

  it('a member resets the password with the code from the email', async () => {
    await tabTo(page, 'Forgot password');
    await page.keyboard.press('Enter');
    await heading('Forgot password');
    await expectAccessible(page);
    await type('Email', EMAIL);
    await tabTo(page, 'Get Auth Code');
    await page.keyboard.press('Enter');
    await said('Authentification code sent!');
    expect(await focused(page)).toMatch(/^Resend in \d+s$/);
    const code = codeIn(await mailTo(journey.server.url, EMAIL, 'Your authentication code'));
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.insertText(code);
    await type('New password', NEW_PASSWORD);
    await type('Confirm password', NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await said('Password reset successful!');
    await heading('Login');
    await mailTo(journey.server.url, EMAIL, 'Your password was changed');
  });

  it('a member logs in with the new password and visits the user center', async () => {
    await type('Username or email', 'armadillo');
    await type('Password', NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'User Guide' }).waitFor();
    await expectAccessible(page);
    await tabTo(page, 'User Profile');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'User Profile' }).waitFor();
    expect(await focused(page)).toBe('User Profile');
    await tabTo(page, 'Edit');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Username');
    await type('Phone', '+852 1');
    await page.keyboard.press('Enter');
    await said('Profile updated successfully!');
    await expect.poll(() => focused(page)).toBe('Edit');
  });

  it('a member logs out', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'User Profile' }).waitFor();
    await tabTo(page, 'Log Out');
    await page.keyboard.press('Enter');
    await heading('Login');
  });

  it('the console stays empty', () => expectNoComplaints());
});
