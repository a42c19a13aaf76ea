import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { mailTo, register, tokenOf } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, press, tabTo, type } from '../support/browser/keyboard.ts';
import { expectFits, expectNoLock, onEachLine } from '../support/browser/lines.ts';
import { expectInView, sees } from '../support/browser/pages.ts';
import { endSessionOnServer } from '../support/browser/user-center.ts';
import { openTab } from '../support/browser/windows.ts';

/** What members do with their data. */

const journey = productJourney();

const saved = (page: Page, label: string) =>
  page
    .locator('.description-list > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .textContent();

onEachLine(journey, ({ story, named, enter, open, send, sendAndLoseReply }) => {
  story(
    'a member edits the profile, looks elsewhere, comes back and saves; another tab overwrites nothing and loses nothing',
    async () => {
      const page = await enter(named('editor'), '/profile');
      const other = await openTab(page);
      await other.goto(page.url());
      for (const tab of [page, other]) {
        await tab.bringToFront();
        await open(tab, 'Edit');
        await expect.poll(() => focused(tab)).toBe('Username');
      }
      await type(other, 'Affiliation', 'Second tab');
      await type(other, 'Address', '1 Kitchen Road');
      await page.bringToFront();
      await type(page, 'Phone', '111');
      await type(page, 'Affiliation', 'First tab');
      await page.goto(`${journey.server.url}/news`);
      await page.goBack();
      await sees(page, 'We restored your unsaved changes.');
      expect(await page.getByRole('textbox', { name: 'Affiliation' }).inputValue()).toBe('First tab');
      await tabTo(page, 'Save Changes');
      await send(page);
      await sees(page, 'Profile updated successfully!');
      await expect.poll(() => focused(page)).toBe('Edit');
      await expectFits(page);

      await other.bringToFront();
      await press(other, 'Save Changes');
      await expectInView(other, 'Nothing was saved: your profile has been changed in another tab');
      await expectInView(other, 'Saved in the meantime: First tab');
      await expect.poll(() => focused(other)).toContain('Affiliation');
      expect(await other.getByRole('textbox', { name: 'Affiliation' }).inputValue()).toBe('Second tab');
      expect(await other.getByLabel('Phone').inputValue()).toBe('111');
      await expectFits(other);
      await tabTo(other, 'Save Changes');
      await expectNoLock(other);
      await other.keyboard.press('Enter');
      await sees(other, 'Profile updated successfully!');
      for (const [label, value] of [
        ['Phone', '111'],
        ['Affiliation', 'Second tab'],
        ['Address', '1 Kitchen Road'],
      ] as const)
        expect(await saved(other, label)).toBe(value);
      await expectFits(other);
    },
  );

  story(
    'a member whose session has ended logs in over the page, and the saving goes on by itself',
    async () => {
      const page = await enter(named('overtaken'), '/profile');
      await press(page, 'Edit');
      await type(page, 'Affiliation', 'Half a day of work');
      await endSessionOnServer(page);
      await tabTo(page, 'Save Changes');
      await send(page);
      const dialog = page.getByRole('dialog', { name: 'You have been logged out' });
      await dialog.waitFor();
      await expect.poll(() => focused(page)).toBe('Password');
      await page.keyboard.insertText(PASSWORD);
      await send(page);
      await dialog.waitFor({ state: 'detached' });
      await sees(page, 'Profile updated successfully!');
      await expect.poll(() => saved(page, 'Affiliation')).toBe('Half a day of work');
      await expect.poll(() => focused(page)).toBe('Edit');
      expect(await page.evaluate(() => sessionStorage.getItem('unsaved-profile'))).toBeNull();
    },
  );

  story(
    'a member logs out other devices, downloads the data and deletes the account although the first reply is lost',
    async () => {
      const { url } = journey.server;
      const username = named('leaving');
      const email = await register(url, username);
      for (const _ of ['phone', 'tablet']) await tokenOf(url, username);
      const page = await enter(username, '/profile');
      const devices = page
        .getByRole('region', { name: 'Devices where you are logged in' })
        .getByRole('listitem')
        .filter({ has: page.locator('strong') });
      await sees(page, 'This device');
      expect(await devices.count()).toBe(3);
      await expectFits(page);
      await tabTo(page, 'Log out');
      await send(page);
      await sees(page, 'Device logged out.');
      expect(await devices.count()).toBe(2);
      await expect.poll(() => focused(page)).toBe('Device logged out.');
      await tabTo(page, 'Log out on all other devices');
      await send(page);
      await sees(page, 'All other devices logged out.');
      expect(await devices.count()).toBe(1);
      await expect.poll(() => focused(page)).toBe('All other devices logged out.');

      const downloads: Download[] = [];
      page.on('download', (download) => downloads.push(download));
      await tabTo(page, 'Download my data');
      await send(page);
      await expect.poll(() => downloads.length).toBe(1);
      const [file] = downloads;
      expect(file?.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
      const data = await readFile((await file?.path()) ?? '', 'utf8');
      expect(JSON.parse(data).account).toMatchObject({ username, email });
      expect(data).not.toMatch(/passwordHash|\$argon2/);

      await open(page, 'Delete my account');
      const dialog = page.getByRole('dialog', { name: 'Delete my account' });
      await dialog.waitFor();
      await expect.poll(() => focused(page)).toBe('Password');
      expect(await dialog.getByRole('alert').count()).toBe(0);
      await page.keyboard.insertText('wrong');
      await type(page, 'Username', username);
      await send(page);
      await sees(page, 'The password is wrong.');
      await expect.poll(() => focused(page)).toBe('Password');
      await type(page, 'Username', 'somebody');
      await type(page, 'Password', PASSWORD);
      await expectNoLock(page);
      await page.keyboard.press('Enter');
      await sees(page, "This isn't your username.");
      await expect.poll(() => focused(page)).toBe('Username');
      await type(page, 'Username', username);
      await expectNoLock(page);
      await sendAndLoseReply(page, '/user/delete-account', "Can't connect to the server.");
      await send(page);
      await sees(page, 'Your account has been deleted.');
      await expectFits(page);
      expect(await focused(page)).toBe('Go to Home');
      // By Tab: the dialog ignores Enter at first, in case it was pressed twice.
      await press(page, 'Go to Home');
      await page.waitForURL(`${url}/`);
      await page.getByRole('link', { name: 'Login' }).first().waitFor();
      await mailTo(url, email, 'Your account has been deleted');
      expect(downloads).toHaveLength(1);
    },
  );
});
