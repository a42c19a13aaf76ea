import { beforeAll, describe, expect, it } from 'vitest';
import { register } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { pressUnlocked, searchMembers, sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const journey = productJourney();
// The server reads the list of members once a minute, so this one must exist before it does.
beforeAll(async () => {
  await register(journey.server.url, 'hare', { firstName: 'Stanford', lastName: 'Hare' });
});

const ops = (...args: string[]) => journey.server.ops(...args);

/** The administrator on the page of the member "hare". */
async function openHare(width: number, dark: boolean) {
  const { url } = journey.server;
  await register(url, 'lucy').catch(() => undefined);
  await ops('grant-admin', 'lucy');
  // The browser logs failed calls, even intended ones.
  const expected = /Failed to load resource/;
  const view = { width, dark, expected, hasClock: true };
  const page = await openUserCenter(journey.browser, url, 'lucy', '/members', view);
  await searchMembers(page, 'hare');
  await page.getByRole('link', { name: /hare/ }).click();
  await page.getByRole('button', { name: 'Edit profile' }).waitFor();
  return page;
}

describe('an administrator on the page of a member', () => {
  it('edits the profile, and marks the address as verified', async () => {
    const page = await openHare(390, false);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Edit profile' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit profile' }).click();
    await dialog.getByLabel('Affiliation').fill('Stanford University');
    // What was typed is not lost without a question.
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    const back = dialog.getByRole('button', { name: 'Cancel' });
    for (const leave of [() => page.keyboard.press('Escape'), () => back.click()]) {
      await leave();
      await question.waitFor();
      await expectAccessible(page);
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await dialog.getByLabel('Affiliation').inputValue()).toBe('Stanford University');
    }
    await dialog.getByLabel('Phone').fill('1'.repeat(41));
    await dialog.getByLabel('Reason').fill('Asked by email');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByRole('alert').filter({ hasText: '40 characters' }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Phone').fill('+1 650 555 0100');
    // Somebody else is faster; what they have changed stays, and fills the fields that were not changed here.
    await journey.server.office(({ editMember }) => editMember('hare', { country: 'Japan' }, 'Moved'));
    await pressUnlocked(dialog.getByRole('button', { name: 'Save changes' }));
    await dialog.getByRole('alert').filter({ hasText: 'Country is now "Japan".' }).waitFor();
    expect(await dialog.getByLabel('Country').inputValue()).toBe('Japan');
    expect(await dialog.getByLabel('Affiliation').inputValue()).toBe('Stanford University');
    await expectAccessible(page);
    await pressUnlocked(dialog.getByRole('button', { name: 'Save changes' }));
    await sees(page, 'Profile changed. The member gets an email about it.');
    await sees(page, 'Stanford University, Japan');
    await sees(page, 'Previous affiliation');
    await page.getByRole('button', { name: 'Edit profile' }).click();
    await dialog.getByLabel('Phone').fill('+1');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Mark email as verified' }).click();
    await dialog.getByLabel('Reason').fill('Wrote to us from it');
    await dialog.getByRole('button', { name: 'Mark email as verified' }).click();
    await sees(page, 'hare@example.org (verified)');
    await expectAccessible(page);
  });
  it('deletes an account at request, after the username has been typed', async () => {
    const page = await openHare(1440, true);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const username = dialog.getByLabel('To confirm, type the username: hare');
    await username.fill('rabbit');
    await dialog.getByLabel('Reason').fill('Asked by letter');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByText("This isn't the member's username.").waitFor();
    await expectAccessible(page);
    await username.fill('hare');
    await pressUnlocked(dialog.getByRole('button', { name: 'Delete account' }));
    await sees(page, 'The account hare was deleted.');
    await sees(page, 'No matching members');
    await expectAccessible(page);
  });
});
