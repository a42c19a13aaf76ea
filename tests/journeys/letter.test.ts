import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { inboxOf, mailTo, register, sendTestEmail, tokenOf } from '../support/api/members.ts';
import { clipboards } from '../support/browser/clipboards.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused } from '../support/browser/keyboard.ts';
import { fetchReply, loseReply, pressUnlocked, sees } from '../support/browser/pages.ts';
import { NO_REPLY } from '../support/browser/states.ts';
import { endSessionOnServer, openUserCenter } from '../support/browser/user-center.ts';

const MINUTE = 60_000;
const MB = 1024 * 1024;
const PICTURE = join(import.meta.dirname, '../../content/webinars/speakers/klein-bottle.png');
/** Calls that fail as they should; the preview's frame blocks the script that sets the clock, as it should. */
const expected = /Failed to load resource|Blocked script execution in 'about:srcdoc'/;

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const answer = (page: Page, name: string | RegExp) =>
  pressUnlocked(page.getByRole('dialog').getByRole('button', { name }));
const subject = (page: Page) => page.getByLabel('Subject');
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const files = (page: Page) => page.getByLabel('Files', { exact: true });
const removal = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}` });
const pdf = (name: string, bytes = 1000) => {
  const buffer = Buffer.alloc(bytes);
  buffer.write('%PDF-1.7\n');
  return { name, mimeType: 'application/pdf', buffer };
};

const choose = (page: Page) => press(page, /^(Choose|Change) recipients$/);
const use = (page: Page, count: number) =>
  press(page, count === 1 ? 'Use 1 recipient' : `Use ${count} recipients`);

/** In the list of members. */
async function find(page: Page, text: string, count: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Status', { exact: true }).selectOption('All');
  await dialog.getByRole('searchbox').fill(text);
  await dialog.getByRole('status').getByText(count, { exact: true }).waitFor();
}

async function select(page: Page, name: string) {
  await find(page, `${name}@`, '1 member');
  await page.getByRole('checkbox', { name: `${name}@` }).check();
}

/** To another page of the menu, and back. */
async function leaveAndReturn(page: Page) {
  const menu = page.getByRole('navigation', { name: 'User Center menu' });
  await menu.getByRole('link', { name: 'User Profile' }).click();
  await page.getByRole('heading', { name: 'User Profile' }).waitFor();
  await menu.getByRole('link', { name: 'Send Email' }).click();
  await subject(page).waitFor();
}

/** Pastes as a browser does: the event carries the clipboard. */
async function paste(page: Page, html: string) {
  await content(page).press('ControlOrMeta+a');
  await content(page).press('Delete');
  await content(page).evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', pasted);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

/** The content as HTML, without what the editor adds for itself. */
const shownIn = (page: Page) =>
  content(page).evaluate((editor) =>
    editor.innerHTML.replace(/<br class="ProseMirror-trailingBreak">/g, '').replace(/<p><\/p>$/, ''),
  );

const journey = productJourney({ hasDemoAccounts: true });
beforeAll(async () => {
  for (let at = 0; at < 10; at += 1) await register(journey.server.url, `crowd-${at}`);
});

/** The administrator of the demo data; "bunny" is a member with a verified address. */
const administrator = 'teapot';
const enter = (timezoneId?: string) => {
  const { url, passwordOf } = journey.server;
  const password = passwordOf(administrator);
  const view = { password, hasClock: true, expected, ...(timezoneId && { timezoneId }) };
  return openUserCenter(journey.browser, url, administrator, '/email', view);
};

it('a letter is written with an image, files and fields, kept while its page is left, and sent at its time', async () => {
  const { server } = journey;
  const page = await enter('America/New_York');
  await page.route('**/api/admin/get-users*', (route) => route.fulfill({ status: 503, body: '' }));
  await choose(page);
  await sees(page, 'Failed to load users. Please check your connection and try again.');
  await page.unroute('**/api/admin/get-users*');
  await press(page, 'Try again');
  await page.getByRole('checkbox', { name: /^Select Stanford Bunny/ }).waitFor();
  await answer(page, 'Cancel');
  await send(page).click();
  await sees(page, 'Select at least one recipient.');
  expect(await page.getByText('This field is required.').count()).toBe(2);
  expect(await focused(page)).toBe('Choose recipients');
  await press(page, 'All active members');
  await sees(page, 'To 1 recipient');
  await choose(page);
  await press(page, 'Clear selection');
  for (const name of ['bunny', 'cornell']) await select(page, name);
  await page.getByRole('checkbox', { name: 'cornell@' }).uncheck();
  await use(page, 1);
  await sees(page, 'bunny@asiagraphics.example');

  await subject(page).fill('茶壺 {{firstName|member}}');
  await content(page).click();
  for (const { program, html, shown } of clipboards) {
    await paste(page, html);
    expect({ program, shown: await shownIn(page) }).toEqual({ program, shown });
  }
  await paste(page, '<p>Young</p><p dir="rtl">Under 35</p>');
  await content(page).press('ControlOrMeta+End');
  const description = page.getByLabel('Description of klein-bottle.png');
  await page.locator('input[aria-label=Image]').setInputFiles(PICTURE);
  await description.fill('A Klein bottle');
  // A second one waits until the first has its description.
  await page.locator('input[aria-label=Image]').setInputFiles(PICTURE);
  expect(await description.inputValue()).toBe('A Klein bottle');
  await page.keyboard.press('Enter');
  await content(page).getByRole('img', { name: 'A Klein bottle' }).waitFor();
  await expect.poll(() => description.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await content(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Dear {{firstName|friend}}, valid until: ');
  await press(page, 'Valid until');
  await content(page).getByText('First name', { exact: true }).click();
  const fallback = page.getByLabel(/^First name of each member/);
  expect(await fallback.inputValue()).toBe('friend');
  await fallback.fill('teapot');

  await files(page).setInputFiles([pdf('large.pdf', 3 * MB + 1), pdf('a.pdf', 1.7 * MB), pdf('b.pdf')]);
  await sees(page, 'large.pdf: File too large. Please select a smaller file.');
  await removal(page, 'b.pdf').press('Enter');
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Remove a.pdf');
  await leaveAndReturn(page);
  await sees(page, 'Draft saved just now.');
  await sees(page, /Attach these files again: a.pdf/);
  await content(page).getByText('First name', { exact: true }).waitFor();
  await files(page).setInputFiles(pdf('a.pdf'));

  const sendAt = new Date(Math.ceil(server.clock().getTime() / MINUTE) * MINUTE + 20 * MINUTE);
  await page.getByRole('radio', { name: 'Schedule' }).check({ force: true });
  await page
    .getByLabel('Date and time')
    .fill(new Date(sendAt.getTime() + 8 * 60 * MINUTE).toISOString().slice(0, 16));
  await sees(page, / Hong Kong time · .* your time \(America\/New York\)/);
  await pressUnlocked(page.getByRole('button', { name: 'Schedule' }));
  const dialog = page.getByRole('dialog', { name: 'Schedule this email?' });
  await dialog.getByText('茶壺 Stanford').waitFor();
  await dialog.getByText(/Inserted fields are filled in at the send time/).waitFor();
  const frame = page.frameLocator('iframe');
  const shown = frame.getByRole('img', { name: 'A Klein bottle' });
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await dialog.getByRole('radio', { name: 'Phone' }).check({ force: true });
  await frame.getByText('Dear Stanford, valid until: 1 January 20').waitFor();
  expect((await page.locator('iframe').boundingBox())?.width).toBeLessThan(400);
  await dialog.getByRole('radio', { name: 'Text' }).check({ force: true });
  await dialog.getByText('valid until: 1 January 20').waitFor();

  await page.route('**/api/admin/send-email', (route) => route.fulfill({ status: 503, body: '' }), {
    times: 1,
  });
  await answer(page, 'Schedule for 1 recipient');
  await sees(page, 'Failed to send email. Please try again.');
  await answer(page, 'Schedule for 1 recipient');
  await sees(page, 'Email scheduled. You can cancel it in the Outbox until it is sent.');
  await leaveAndReturn(page);
  expect(await subject(page).inputValue()).toBe('');
  await sees(page, 'No recipients selected');

  // A test email is sent in the same way: once it has arrived, the scheduled one could have been sent too.
  const arrived = async () => (await inboxOf(server.url)).find((mail) => mail.subject === '茶壺 Stanford');
  await server.pass(sendAt.getTime() - server.clock().getTime() - 10_000);
  const token = await tokenOf(server.url, administrator, server.passwordOf(administrator));
  await sendTestEmail(server.url, token, 'Just before');
  await mailTo(server.url, 'teapot@asiagraphics.example', '[Test] Just before');
  expect(await arrived()).toBeUndefined();
  await server.pass(15_000);
  await expect.poll(arrived).toMatchObject({
    to: ['bunny@asiagraphics.example'],
    html: expect.stringMatching(
      /<p [^>]*dir="rtl">Under 35[\s\S]*<img [^>]*src="http:\/\/localhost:\d+\/mail-images\/[0-9a-f]{64}\.png" alt="A Klein bottle"/,
    ),
    attachments: [{ filename: 'a.pdf' }],
  });
});

it('a letter is a draft through a lost reply, a new login and another machine, until it is discarded; then one begins from a template', async () => {
  const page = await enter();
  await choose(page);
  await select(page, 'bunny');
  await use(page, 1);
  await subject(page).fill('Newsletter 14');
  await content(page).click();
  await page.keyboard.type('Half a sentence');
  await files(page).setInputFiles(pdf('notes.pdf'));
  await removal(page, 'notes.pdf').waitFor();
  await loseReply(page, '/admin/campaign-draft');
  await press(page, 'Save as Draft');
  await sees(page, NO_REPLY);
  await pressUnlocked(page.getByRole('button', { name: 'Save as Draft' }));
  await sees(page, 'Draft saved successfully!');

  const elsewhere = await enter();
  await sees(elsewhere, 'Draft saved just now');
  expect(await subject(elsewhere).inputValue()).toBe('Newsletter 14');
  await sees(elsewhere, 'bunny@asiagraphics.example');
  await content(elsewhere).getByText('Half a sentence').waitFor();
  await sees(elsewhere, /notes.pdf \(/);
  await subject(elsewhere).fill('Changed elsewhere');
  await press(elsewhere, 'Save as Draft');
  await sees(elsewhere, 'Draft saved successfully!');

  await endSessionOnServer(page);
  await subject(page).fill('Changed since');
  // It is saved by itself, for which the session is needed.
  await sees(page, 'Log in again to continue. Your unsaved text is still here.');
  await page.getByLabel('Password').fill(journey.server.passwordOf(administrator));
  await answer(page, 'Login');
  await page.getByRole('dialog', { name: 'Replace your saved draft?' }).waitFor();
  await press(page, 'Open draft');
  await expect.poll(() => subject(page).inputValue()).toBe('Changed elsewhere');

  const templates = page.getByRole('button', { name: 'Templates' });
  await templates.click();
  await press(page, 'Save as template');
  await page.getByRole('dialog').getByLabel('Name').fill('Newsletter');
  await press(page, 'Save template');
  await sees(page, 'Template saved.');
  await press(page, 'Discard draft');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.poll(() => subject(page).inputValue()).toBe('');
  await page.reload();
  await subject(page).fill('Another');
  await templates.click();
  await press(page, 'Use Newsletter');
  await press(page, 'Replace');
  await sees(page, 'The email below has the text of the template.');
  expect(await subject(page).inputValue()).toBe('Changed elsewhere');
  await templates.click();
  await press(page, 'Delete Newsletter');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await sees(page, /No templates yet/);
  await answer(page, 'Close');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(/\/login$/);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

it('a letter goes to all matching members, new ones too, after their number was typed', async () => {
  const page = await enter();
  await choose(page);
  await find(page, 'crowd-', '10 members');
  await register(journey.server.url, 'late-crowd-1');
  await find(page, 'late-', '1 member');
  await find(page, 'crowd', '11 members');
  await press(page, 'Next page');
  await sees(page, 'Page 2 of 2 · 11 members');
  await page.getByLabel('Select all on this page').check();
  await press(page, 'Select all 11 members');
  await sees(page, '11 selected');
  await select(page, 'bunny');
  await use(page, 12);
  await subject(page).fill('Teapot');
  await content(page).click();
  await page.keyboard.type('Hello');
  await files(page).setInputFiles(pdf('a.pdf'));
  await page.route('**/api/admin/preview-campaign', async (route) => {
    const reply = await fetchReply(route);
    const body = await reply.json();
    expect(body.data).toMatchObject({
      recipients: 12,
      deliveries: 1,
      excludedByReason: { unverified: 11 },
    });
    const many = { recipients: 2011, deliveries: 2000, totalBytes: 2_000_000_000 };
    await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, ...many } } });
  });
  await send(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText("11 won't receive this email").click();
  await dialog.getByText('crowd-0@example.org: Email not verified').waitFor();
  await dialog.getByText('These attachments make the email large.').waitFor();
  const go = dialog.getByRole('button', { name: 'Send to 2,000 recipients' });
  const typed = dialog.getByLabel('To confirm, type the number of recipients: 2000');
  await typed.fill('200');
  expect(await go.isDisabled()).toBe(true);
  await typed.fill('2000');
  await pressUnlocked(go);
  await sees(page, 'Your email is being sent. Follow its progress in the Outbox.');
  await mailTo(journey.server.url, 'bunny@asiagraphics.example', 'Teapot');
});
