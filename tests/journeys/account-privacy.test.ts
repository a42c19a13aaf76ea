import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { codeIn, mailTo, tokenOf } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { pressUnlocked, sees } from '../support/browser/pages.ts';
import { enterCentre } from '../support/browser/user-center.ts';

const journey = productJourney();

const enter = (username: string) => enterCentre(journey.browser, journey.server.url, username, '/profile');

describe('account and privacy', () => {
  it('lists the signed-in devices, and signs out the others', async () => {
    const page = await enter('sponza');
    const devices = page
      .getByRole('region', { name: 'Devices where you are logged in' })
      .getByRole('listitem')
      .filter({ has: page.locator('strong') });
    await sees(page, 'This device');
    await sees(page, "You aren't logged in on any other device.");
    await tokenOf(journey.server.url, 'sponza');
    await tokenOf(journey.server.url, 'sponza');
    await page.reload();
    await expect.poll(() => devices.count()).toBe(3);
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^Log out: / })
      .first()
      .click();
    await sees(page, 'Device logged out.');
    expect(await devices.count()).toBe(2);
    await page.getByRole('button', { name: 'Log out on all other devices' }).click();
    await sees(page, 'All other devices logged out.');
    expect(await devices.count()).toBe(1);
  });

  it('downloads the member’s data as a file', async () => {
    const page = await enter('sponza');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(data.account).toMatchObject({ username: 'sponza', email: 'sponza@example.org' });
    expect(JSON.stringify(data)).not.toMatch(/passwordHash|\$argon2/);
  });

  it('deletes the account after the password and the username', async () => {
    const page = await enter('suzanne');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete my account' });
    const send = async (password: string, username: string) => {
      await dialog.getByLabel('Password').fill(password);
      await dialog.getByLabel('Username').fill(username);
      await pressUnlocked(dialog.getByRole('button', { name: 'Delete my account' }));
    };
    await send(PASSWORD, 'suzan');
    await sees(page, "This isn't your username.");
    await send('wrong', 'suzanne');
    await sees(page, 'The password is wrong.');
    await send(PASSWORD, 'suzanne');
    await sees(page, 'Your account has been deleted.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Go to Home' }).click();
    await page.waitForURL(`${journey.server.url}/`);
    await page.getByRole('link', { name: 'Login' }).first().waitFor();
    await mailTo(journey.server.url, 'suzanne@example.org', 'Your account has been deleted');
  });

  it('"This wasn\'t me" logs out everywhere and leads to a new password by the emailed code', async () => {
    const page = await enter('utah_teapot');
    const elsewhere = await tokenOf(journey.server.url, 'utah_teapot');
    await page.reload();
    const activity = page.getByRole('region', { name: 'Activity on your account' });
    await activity.getByRole('button', { name: "This wasn't me" }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Log out everywhere?' });
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
    await sees(page, 'We have sent a code to utah_teapot@example.org. Enter it to set a new password.');
    await expectAccessible(page);
    const { status } = await fetch(`${journey.server.url}/api/userinfo`, {
      headers: { Authorization: `Bearer ${elsewhere}` },
    });
    expect(status).toBe(401);
    await page.getByRole('button', { name: 'Set new password' }).click();
    await page.waitForURL(`${journey.server.url}/login?form=forgot`);
    const mail = await mailTo(
      journey.server.url,
      'utah_teapot@example.org',
      'Set a new password for your account',
    );
    await page.getByLabel('Email').fill('utah_teapot@example.org');
    await page.getByLabel('Authentication code').fill(codeIn(mail));
    await page.getByLabel('New password').fill('a bunny in a box');
    await page.getByLabel('Confirm password').fill('a bunny in a box');
    await page.getByRole('button', { name: 'Submit' }).click();
    await sees(page, 'Password reset successful!');
    expect(await page.getByLabel('Username').inputValue()).toBe('utah_teapot');
  });
});
