import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { tokenOf } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused } from '../support/browser/keyboard.ts';
import { openUserCenter, type View } from '../support/browser/user-center.ts';

const journey = productJourney();

const enter = (username: string, view?: View) =>
  openUserCenter(journey.browser, journey.server.url, username, '/password', view);

describe('the password panel', () => {
  it('accepts pasted text in every field, names them for password managers, and shows what is typed for about half a second while focused, only visually', async () => {
    const page = await enter('thai_statue', { isOwn: true });
    const field = page.getByLabel('Current password');
    await field.waitFor();
    const fields = page.locator('form input');
    expect(await fields.evaluateAll((all) => all.map((one) => one.getAttribute('autocomplete')))).toEqual([
      'username',
      'current-password',
      'new-password',
      'new-password',
    ]);
    for (const label of ['Current password', 'New password', 'Confirm new password']) {
      const refused = await page.getByLabel(label, { exact: true }).evaluate((field) => {
        const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
        return !field.dispatchEvent(paste);
      });
      expect([label, refused]).toEqual([label, false]);
    }

    // From here on the page's clock stands still, and advances with runFor.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await field.pressSequentially('teapot');
    const shown = page.locator('.shown-password');
    expect(await shown.textContent()).toBe('teapot');
    expect(await shown.getAttribute('aria-hidden')).toBe('true');
    expect(await field.getAttribute('type')).toBe('password');
    await page.clock.runFor(400);
    expect(await shown.textContent()).toBe('teapot');
    await page.clock.runFor(100);
    await shown.waitFor({ state: 'detached' });
    await field.press('s');
    await shown.waitFor();
    await field.press('Tab');
    expect(await shown.count()).toBe(0);
  });

  it('changes the password, counts down from 5 and leads to the login page', async () => {
    const page = await enter('happy_buddha', { now: new Date() });
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('a bunny in a box');
    await page.getByLabel('Confirm new password').fill('a bunny in a box');
    const shownAt = Date.now();
    await page.clock.setFixedTime(shownAt);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.getByRole('dialog', { name: 'Password changed' }).waitFor();
    expect(await focused(page)).toBe('Confirm and Login Now');
    await expectAccessible(page);
    for (const [seconds, left] of ['5', '4', '3', '2', '1'].entries()) {
      await page.clock.setFixedTime(shownAt + seconds * 1000);
      await page.getByRole('timer').filter({ hasText: left }).waitFor();
    }
    await page.clock.setFixedTime(shownAt + 5000);
    await page.waitForURL(`${journey.server.url}/login`);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect(await tokenOf(journey.server.url, 'happy_buddha', 'a bunny in a box')).toMatch(/\./);
  });

  it('leads to the login page at once on "Confirm and Login Now"', async () => {
    const page = await enter('xyz_dragon', { now: new Date() });
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('a bunny in a box');
    await page.getByLabel('Confirm new password').fill('a bunny in a box');
    // The clock stands still, so only the button leads on.
    await page.clock.setFixedTime(Date.now());
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.getByRole('button', { name: 'Confirm and Login Now' }).click();
    await page.waitForURL(`${journey.server.url}/login`);
  });
});
