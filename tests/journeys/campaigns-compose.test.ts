import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { mailTo, register } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused } from '../support/browser/keyboard.ts';
import { pressUnlocked, sees } from '../support/browser/pages.ts';
import { endSessionOnServer, openUserCenter } from '../support/browser/user-center.ts';

const journey = productJourney();
const SUBJECT = '茶壺與兔子：ニュースレター 소식 14';

async function member(name: string) {
  const { url, office } = journey.server;
  await register(url, name);
  await office(({ markEmailVerified }) => markEmailVerified(name, 'Test'));
}

// All at once, because the server caches the list of members.
beforeAll(async () => {
  for (const name of ['aiko', 'chen', 'dara', 'emiko']) await member(name);
  await register(journey.server.url, 'stranger');
});

/** A new administrator at the panel. */
async function enterPanel(name: string, view: { width?: number; dark?: boolean } = {}) {
  const { url, ops } = journey.server;
  await register(url, name).catch(() => undefined);
  await ops('grant-admin', name);
  return openUserCenter(journey.browser, url, name, '/email', {
    ...view,
    hasClock: true,
    // The preview's frame blocks the script that moves the clock, as it should.
    expected: /Failed to load resource.* (401|409|503)|Blocked script execution in 'about:srcdoc'/,
  });
}

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function select(page: Page, name: string) {
  await page.getByRole('searchbox').fill(`${name}@`);
  await sees(page, 'Page 1 of 1 · 1 member');
  await page.getByRole('checkbox', { name: `${name}@example.org` }).check();
}

describe('an administrator', () => {
  it('sends an email with an attachment to three members, who get it with its subject, whatever failed before and although it was left', async () => {
    const page = await enterPanel('postmaster');
    const menu = page.getByRole('navigation', { name: 'User Center menu' });
    const subject = page.getByLabel('Subject');
    const leaveAndReturn = async () => {
      await menu.getByRole('link', { name: 'Outbox' }).click();
      await page.getByRole('heading', { name: 'Outbox' }).waitFor();
      await menu.getByRole('link', { name: 'Send Email' }).click();
      await subject.waitFor();
    };
    await sees(page, 'No recipients selected');
    await page.getByRole('group', { name: 'Attachments (optional)' }).waitFor();
    await page.route('**/api/admin/get-users*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByLabel('Membership status').selectOption('all');
    await sees(page, 'Failed to load users. Please check your connection and try again.');
    await page.unroute('**/api/admin/get-users*');
    await page.getByRole('button', { name: 'Try again' }).click();

    await send(page).click();
    await sees(page, 'Select at least one recipient.');
    expect(await page.getByText('This field is required.').count()).toBe(2);
    expect(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement)).toBe(true);
    await expectAccessible(page);

    for (const name of ['aiko', 'chen', 'dara', 'stranger']) await select(page, name);
    await select(page, 'emiko');
    await page.getByRole('button', { name: 'Remove emiko@example.org' }).press('Enter');
    await sees(page, '4 selected');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Remove stranger@example.org');
    await subject.fill(SUBJECT);
    await content(page).click();
    await page.keyboard.type('Dear {{firstName|member}},');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('第十四期');

    const files = page.getByLabel('Files', { exact: true });
    await files.setInputFiles(file('cup.txt', 'A cup.'));
    await sees(page, '1 file attached');
    await page.getByRole('button', { name: 'Remove cup.txt' }).press('Enter');
    expect(await focused(page)).toBe('Attach files');
    await files.setInputFiles([file('notes.txt', 'A teapot.'), file('tool.exe', 'MZ')]);
    await sees(page, 'tool.exe: Invalid file type. Please select a valid file.');
    await page.getByRole('button', { name: 'Remove notes.txt' }).waitFor();
    expect(await page.getByRole('button', { name: 'Remove tool.exe' }).count()).toBe(0);
    await expectAccessible(page);

    await leaveAndReturn();
    await sees(page, "We restored your unsaved text. It isn't saved as a draft.");
    await pressUnlocked(send(page));
    const dialog = page.getByRole('dialog');
    await dialog.getByText("1 won't receive this email").waitFor();
    await dialog.getByText('aiko@example.org … stranger@example.org').waitFor();
    await page.frameLocator('iframe').getByText('第十四期').waitFor();
    await page.route('**/api/admin/send-email', (route) => route.fulfill({ status: 503, body: '' }));
    await pressUnlocked(dialog.getByRole('button', { name: 'Send to 3 recipients' }));
    await sees(page, 'Failed to send email. Please try again.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await subject.inputValue()).toBe(SUBJECT);
    await page.unroute('**/api/admin/send-email');
    await pressUnlocked(send(page));
    await pressUnlocked(dialog.getByRole('button', { name: 'Send to 3 recipients' }));
    await sees(page, 'Your email is being sent. Follow its progress in the Outbox.');
    for (const visit of ['after sending', 'after another page']) {
      expect(await subject.inputValue(), visit).toBe('');
      await sees(page, 'No recipients selected');
      expect(await page.getByText('We restored').count()).toBe(0);
      await leaveAndReturn();
    }
    for (const name of ['aiko', 'chen', 'dara'])
      expect(await mailTo(journey.server.url, `${name}@example.org`, SUBJECT)).toContain('第十四期');
  });

  it('saves an email as a template, starts from it and deletes it', async () => {
    const page = await enterPanel('template_writer', { width: 390, dark: true });
    await page.getByLabel('Subject').fill(SUBJECT);
    await page.getByLabel('Replies go to').fill('awards@');
    await content(page).click();
    await page.keyboard.type('The year begins');
    await send(page).click();
    await sees(page, 'Enter a valid email address.');
    await page.getByLabel('Replies go to').fill('awards@example.org');
    await page.getByRole('button', { name: 'Save as template' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Newsletter');
    await page.getByRole('button', { name: 'Save template' }).click();
    await sees(page, 'Template saved.');
    await page.getByLabel('Subject').fill('Another');
    await page.getByText('Templates', { exact: true }).click();
    await page.getByRole('button', { name: 'Use Newsletter' }).click();
    await page.getByRole('button', { name: 'Replace' }).click();
    await sees(page, 'The email below has the text of the template.');
    expect(await page.getByLabel('Subject').inputValue()).toBe(SUBJECT);
    expect(await page.getByLabel('Replies go to').inputValue()).toBe('awards@example.org');
    await content(page).getByText('The year begins').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete Newsletter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await sees(page, /No templates yet/);
  });

  it('loses no text by visiting another page, another machine or a new login, until the draft is discarded', async () => {
    const page = await enterPanel('keeper');
    await select(page, 'emiko');
    const menu = page.getByRole('navigation', { name: 'User Center menu' });
    await page.getByLabel('Subject').fill(SUBJECT);
    await content(page).click();
    await page.keyboard.type('Half a sent');
    await page.getByLabel('Files', { exact: true }).setInputFiles(file('notes.txt', 'A teapot.'));
    await page.getByRole('button', { name: 'Remove notes.txt' }).waitFor();
    await page.getByRole('radio', { name: 'Schedule' }).check();
    await menu.getByRole('link', { name: 'User Profile' }).click();
    await page.getByRole('heading', { name: 'User Profile' }).waitFor();
    await menu.getByRole('link', { name: 'Send Email' }).click();
    await sees(page, "We restored your unsaved text. It isn't saved as a draft.");
    await page.getByRole('button', { name: 'Remove notes.txt' }).waitFor();
    await content(page).getByText('Half a sent').click();
    await page.keyboard.press('End');
    await page.keyboard.type('ence');

    await endSessionOnServer(page);
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    const again = page.getByRole('dialog', { name: 'You have been logged out' });
    await sees(page, 'Log in again to continue. Your unsaved text is still here.');
    await expectAccessible(page);
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await sees(page, 'Login failed');
    await again.getByLabel('Password').fill(PASSWORD);
    await pressUnlocked(again.getByRole('button', { name: 'Login' }));
    await again.waitFor({ state: 'detached' });
    await sees(page, 'Draft saved successfully!');

    const elsewhere = await enterPanel('keeper');
    await sees(elsewhere, 'Draft saved just now');
    expect(await elsewhere.getByLabel('Subject').inputValue()).toBe(SUBJECT);
    await elsewhere.getByRole('button', { name: 'Remove emiko@example.org' }).waitFor();
    await content(elsewhere).getByText('Half a sentence').waitFor();
    await sees(elsewhere, /notes.txt \(9 bytes\)/);
    await elsewhere.getByLabel('Subject').fill('Changed elsewhere');
    await elsewhere.getByRole('button', { name: 'Save as Draft' }).click();
    await sees(elsewhere, 'Draft saved successfully!');

    await page.getByLabel('Subject').fill('Changed since');
    await endSessionOnServer(page);
    await page.getByRole('searchbox').fill('anybody');
    await page.waitForURL(/\/login\?redirect=%2Fuser%2Femail/);
    await page.getByLabel('Username').fill('keeper');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await sees(page, 'We restored your unsaved text.');
    await sees(page, 'Draft saved');
    expect(await page.getByLabel('Subject').inputValue()).toBe('Changed since');
    await content(page).getByText('Half a sentence').waitFor();
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    await page.getByRole('dialog', { name: 'Replace your saved draft?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open draft' }).click();
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Changed elsewhere');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await sees(page, 'No recipients selected');
    expect(await page.getByLabel('Subject').inputValue()).toBe('');
    await page.reload();
    await sees(page, 'No recipients selected');
    await menu.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL(/\/login$/);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});
