import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { productJourney } from '../support/journey.ts';
import { codeIn, mailTo } from '../support/members.ts';
import { openPage } from '../support/pages.ts';

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
  page.setDefaultTimeout(15_000);
});

/** The name by which a screen reader would announce what has the focus. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLLabelElement>)] : [];
    return (labels[0] ?? element).textContent?.trim() ?? '';
  });

/** Goes on with the Tab key until the named control has the focus; every stop on the way can be seen. */
async function tabTo(name: string): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press('Tab');
    if ((await focused()).startsWith(name)) {
      await expectFocusSeen();
      return;
    }
  }
  throw new Error(`The Tab key does not come to "${name}"`);
}

/** What has the focus lies in the window, and neither the header nor the fade covers it whole. */
async function expectFocusSeen(): Promise<void> {
  const isSeen = () =>
    page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect();
      if (!box) return false;
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return top !== null && (document.activeElement?.contains(top) || top.contains(document.activeElement));
    });
  await expect.poll(isSeen).toBe(true);
}

async function type(label: string, text: string): Promise<void> {
  await tabTo(label);
  await page.keyboard.insertText(text);
}

const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
const said = (sentence: string) => page.getByText(sentence).first().waitFor();

describe('with the keyboard alone', () => {
  it('a person registers', async () => {
    await page.goto(`${journey.place.url}/login`);
    await page.locator('astro-island:not([ssr])').waitFor();
    await tabTo('Register');
    await page.keyboard.press('Enter');
    await heading('Information Configuration');
    expect(await focused()).toBe('Information Configuration');
    await expectAccessible(page);
    await type('Username', 'armadillo');
    await type('E-mail', EMAIL);
    await type('Password', PASSWORD);
    await type('Confirm password', PASSWORD);
    await type('First name', 'Stanford');
    await type('Last name', 'Armadillo');
    await tabTo('Title');
    await page.keyboard.type('Prof');
    await tabTo('Male');
    await page.keyboard.press('Space');
    await type('Affiliation', 'Kitchen of Test Models');
    await tabTo('Country');
    await page.keyboard.type('Sing');
    await type('Year of degree', '1996');
    await tabTo('Submit');
    await page.keyboard.press('Enter');
    await said('Registration successful!');
    expect(await focused()).toBe('Login');
  });

  it('resets the password with the code from the mail', async () => {
    await tabTo('Forgot password');
    await page.keyboard.press('Enter');
    await heading('Forgot password');
    await expectAccessible(page);
    await type('E-mail', EMAIL);
    await tabTo('Get Auth Code');
    await page.keyboard.press('Enter');
    await said('Authentification code sent!');
    expect(await focused()).toMatch(/^Resend in \d+s$/);
    const code = codeIn(await mailTo(journey.place.url, EMAIL, 'Your authentication code'));
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.insertText(code);
    await type('New password', NEW_PASSWORD);
    await type('Confirm password', NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await said('Password reset successful!');
    await heading('Login');
    await mailTo(journey.place.url, EMAIL, 'Your password was changed');
  });

  it('signs in with the new password, and goes through the user centre', async () => {
    await type('Username', 'armadillo');
    await type('Password', NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'User Guide' }).waitFor();
    await expectAccessible(page);
    await tabTo('User Profile');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'User Profile' }).waitFor();
    expect(await focused()).toBe('User Profile');
    await tabTo('Edit');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Username');
    await type('Phone', '+852 1');
    await page.keyboard.press('Enter');
    await said('Profile updated successfully!');
    await expect.poll(focused).toBe('Edit');
  });

  it('logs out', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'User Profile' }).waitFor();
    await tabTo('Log Out');
    await page.keyboard.press('Enter');
    await heading('Login');
  });

  it('had a quiet console', () => expectNoComplaints());
});
