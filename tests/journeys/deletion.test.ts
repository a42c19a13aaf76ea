import { expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { mailTo, register, tokenOf } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, press } from '../support/browser/keyboard.ts';
import { download, loseReply, pressUnlocked, sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const journey = productJourney();

it('a member logs out other devices, downloads the data, and deletes the account although the first reply is lost', async () => {
  const { url } = journey.server;
  const email = await register(url, 'leaving');
  for (const _ of ['phone', 'tablet']) await tokenOf(url, 'leaving');
  const page = await openUserCenter(journey.browser, url, 'leaving', '/profile', {
    hasClock: true,
    width: 390,
  });
  const devices = page
    .getByRole('region', { name: 'Devices where you are logged in' })
    .getByRole('listitem')
    .filter({ has: page.locator('strong') });
  await sees(page, 'This device');
  expect(await devices.count()).toBe(3);
  for (const [button, result, left] of [
    ['Log out', 'Device logged out.', 2],
    ['Log out on all other devices', 'All other devices logged out.', 1],
  ] as const) {
    await devices.last().waitFor();
    await press(page, button);
    await sees(page, result);
    await expect.poll(() => devices.count()).toBe(left);
    await expect.poll(() => focused(page)).toBe(result);
  }

  const file = await download(page, page.getByRole('button', { name: 'Download my data' }).click());
  expect(file.name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(file.text).account).toMatchObject({ username: 'leaving', email });
  expect(file.text).not.toMatch(/passwordHash|\$argon2/);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete my account' });
  const remove = dialog.getByRole('button', { name: 'Delete my account' });
  await expect.poll(() => focused(page)).toBe('Password');
  for (const [password, username, sentence, field] of [
    ['wrong', 'leaving', 'The password is wrong.', 'Password'],
    [PASSWORD, 'somebody', "This isn't your username.", 'Username'],
  ] as const) {
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
    await dialog.getByRole('textbox', { name: 'Username' }).fill(username);
    await pressUnlocked(remove);
    await sees(page, sentence);
    await expect.poll(() => focused(page)).toBe(field);
  }
  await dialog.getByRole('textbox', { name: 'Username' }).fill('leaving');
  await loseReply(page, '/user/delete-account');
  await pressUnlocked(remove);
  await sees(page, "Can't connect to the server.");
  await pressUnlocked(remove);
  await sees(page, 'Your account has been deleted.');
  expect(await focused(page)).toBe('Go to Home');
  // By Tab: the dialog ignores Enter at first, in case it was pressed twice.
  await press(page, 'Go to Home');
  await page.waitForURL(`${url}/`);
  await page.getByRole('link', { name: 'Login' }).first().waitFor();
  await mailTo(url, email, 'Your account has been deleted');
});
