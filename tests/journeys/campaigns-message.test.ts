import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { inboxOf, mailTo, register, tokenOf } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { clipboards } from '../support/browser/clipboards.ts';
import { clockedJourney } from '../support/browser/journey.ts';
import { fetchReply, pressUnlocked, sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const MINUTE = 60_000;
const MB = 1024 * 1024;
const journey = clockedJourney();
const CROWD = Array.from({ length: 10 }, (_, index) => `crowd-${index}`);

beforeAll(async () => {
  for (const name of CROWD) await register(journey.server.url, name);
});

/** The administrator of the demo data; "bunny" is a member with a verified address. */
const administrator = () => {
  const account = journey.server.accounts.find(({ role }) => role === 'administrator');
  if (!account) throw new Error('there is no administrator');
  return account;
};
const tokenOfAdministrator = () =>
  tokenOf(journey.server.url, administrator().username, administrator().password);
const enter = (path = '/email', view: Parameters<typeof openUserCenter>[4] = {}) => {
  const { username, password } = administrator();
  return openUserCenter(journey.browser, journey.server.url, username, path, {
    password,
    hasClock: true,
    // The preview's frame blocks the script that moves the clock, as it should.
    expected: /Failed to load resource.* 40[014]|Blocked script execution in 'about:srcdoc'/,
    ...view,
  });
};
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const files = (page: Page) => page.getByLabel('Files', { exact: true });
const pdf = (name: string, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.write('%PDF-1.7\n');
  return { name, mimeType: 'application/pdf', buffer };
};

async function select(page: Page, name: string) {
  await page.getByLabel('Membership status').selectOption('all');
  await page.getByRole('searchbox').fill(`${name}@`);
  await sees(page, 'Page 1 of 1 · 1 member');
  await page.getByRole('checkbox', { name: `${name}@` }).check();
}

const PICTURE = join(import.meta.dirname, '../../content/webinars/speakers/klein-bottle.png');

/** Pastes as a browser does: the event carries the clipboard. */
const paste = (page: Page, html: string) =>
  content(page).evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', pasted);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

/** The content as HTML, without what the editor adds for itself. */
const shownIn = (page: Page) =>
  content(page).evaluate((editor) =>
    editor.innerHTML.replace(/<br class="ProseMirror-trailingBreak">/g, '').replace(/<p><\/p>$/, ''),
  );

describe('an email', () => {
  it('contains pasted text, an image, files and merge fields, and is sent at its time', async () => {
    const { server } = journey;
    const page = await enter('/email', { timezoneId: 'America/New_York' });
    await select(page, 'bunny');
    await page.getByLabel('Subject').fill('茶壺 {{firstName|member}}');
    await content(page).click();
    const notice = page.getByText('Not pasted:');
    for (const { program, html, shown, notice: sentence } of clipboards) {
      await content(page).press('ControlOrMeta+a');
      await content(page).press('Delete');
      await paste(page, html);
      expect({ program, shown: await shownIn(page) }).toEqual({ program, shown });
      await expect
        .poll(() => notice.allTextContents(), { message: program })
        .toEqual(sentence ? [sentence] : []);
    }
    // An image in the text itself is uploaded, as the other words are pasted.
    const data = `data:image/png;base64,${(await readFile(PICTURE)).toString('base64')}`;
    await content(page).press('ControlOrMeta+a');
    await content(page).press('Delete');
    await paste(
      page,
      `<table><tr><th>Young<td>Under 35</table><p><img src="${data}" alt="Pasted"><img src="data:image/svg+xml,x">`,
    );
    const pasted = content(page).getByRole('img', { name: 'Pasted' });
    await expect.poll(() => pasted.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await pasted.getAttribute('src')).toMatch(
      /^http:\/\/localhost:\d+\/mail-images\/[0-9a-f]{64}\.png$/,
    );
    await sees(page, 'Not pasted: 1 image.');
    await content(page).getByRole('cell', { name: 'Under 35' }).click();
    await page.getByRole('button', { name: 'Add row' }).click();
    expect(await content(page).getByRole('row').count()).toBe(2);
    await expectAccessible(page);
    await content(page).getByRole('cell').last().click();
    await page.getByRole('button', { name: 'Delete row' }).click();
    expect(await content(page).getByRole('row').count()).toBe(1);
    await content(page).press('ControlOrMeta+End');

    await page.locator('input[aria-label=Image]').setInputFiles(PICTURE);
    await page.getByLabel('Description of klein-bottle.png').fill('A Klein bottle');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    const picture = content(page).getByRole('img', { name: 'A Klein bottle' });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await page.keyboard.type('Valid until: ');
    await page.getByRole('button', { name: 'Valid until' }).click();
    await picture.waitFor();

    await files(page).setInputFiles(PICTURE);
    await page.getByRole('button', { name: 'Remove klein-bottle.png' }).waitFor();
    await files(page).setInputFiles(PICTURE);
    await sees(page, 'klein-bottle.png is attached already.');
    await page.getByRole('button', { name: 'Remove klein-bottle.png' }).click();
    await files(page).setInputFiles([
      pdf('large.pdf', 3 * MB + 1),
      pdf('a.pdf', 1.7 * MB),
      pdf('b.pdf', 100),
    ]);
    await sees(page, 'large.pdf: File too large. Please select a smaller file.');
    await expectAccessible(page);

    const sendAt = new Date(Math.ceil(server.clock().getTime() / MINUTE) * MINUTE + 20 * MINUTE);
    await page.getByRole('radio', { name: 'Schedule' }).check();
    await page
      .getByLabel('Date and time')
      .fill(new Date(sendAt.getTime() + 8 * 60 * MINUTE).toISOString().slice(0, 16));
    await sees(page, / Hong Kong time · .* your time \(America\/New York\)/);
    await send(page).click();

    const dialog = page.getByRole('dialog', { name: 'Schedule this email?' });
    await dialog.getByText('茶壺 Stanford').waitFor();
    await dialog
      .getByText(/Inserted fields are filled in at the send time.*Members who renew before then receive it/)
      .waitFor();
    const frame = page.frameLocator('iframe');
    const shown = frame.getByRole('img', { name: 'A Klein bottle' });
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await dialog.getByRole('radio', { name: 'Phone' }).check();
    await frame.getByText('Valid until: 1 January 20').waitFor();
    expect((await page.locator('iframe').boundingBox())?.width).toBeLessThan(400);
    expect((await shown.boundingBox())?.width).toBeLessThan(375);
    await dialog.getByRole('radio', { name: 'Text' }).check();
    await dialog.getByText('Valid until: 1 January 20').waitFor();
    await expectAccessible(page);

    let isUploadShown = false;
    await page.route('**/api/admin/send-email', async (route) => {
      isUploadShown = await dialog.getByRole('progressbar', { name: 'Uploading' }).isVisible();
      await route.continue();
    });
    await pressUnlocked(dialog.getByRole('button', { name: 'Schedule for 1 recipient' }));
    await sees(page, 'Email scheduled. You can cancel it in the Outbox until it is sent.');
    expect(isUploadShown).toBe(true);

    // A test email is sent in the same way: once it has arrived, the scheduled one could have been sent too.
    const arrived = async () =>
      (await inboxOf(server.url)).find(({ subject }) => subject === '茶壺 Stanford');
    server.pass(sendAt.getTime() - server.clock().getTime() - 10_000);
    const token = await tokenOfAdministrator();
    await sendTestEmail(token, 'Just before');
    await mailTo(server.url, 'teapot@asiagraphics.example', '[Test] Just before');
    expect(await arrived()).toBeUndefined();
    server.pass(15_000);
    await expect.poll(arrived).toMatchObject({
      to: ['bunny@asiagraphics.example'],
      html: expect.stringMatching(
        /<table [\s\S]*Under 35[\s\S]*<img [^>]*src="http:\/\/localhost:\d+\/mail-images\/[0-9a-f]{64}\.png" alt="A Klein bottle"/,
      ),
      attachments: [{ filename: 'a.pdf' }, { filename: 'b.pdf' }],
    });
  });

  it('is sent to all matching members, including new ones, after their number was typed', async () => {
    const { url } = journey.server;
    const page = await enter();
    await page.getByRole('searchbox').fill('crowd-');
    await sees(page, 'Page 1 of 1 · 10 members');
    await page.getByRole('searchbox').fill('late-');
    await sees(page, 'No matching members');
    await register(url, 'late-crowd-1');
    // The server reads the members anew every ten seconds.
    journey.server.pass(10_000);
    await page.getByRole('searchbox').fill('crowd-');
    await sees(page, 'Page 1 of 2 · 11 members');
    await page.getByRole('button', { name: 'Next page' }).click();
    await sees(page, 'Page 2 of 2 · 11 members');
    await page.getByRole('button', { name: 'Select all 11 matching members' }).click();
    await sees(page, '11 selected');
    await select(page, 'bunny');
    await page.getByLabel('Subject').fill('Teapot');
    await content(page).click();
    await page.keyboard.type('Hello {{firstname}}');
    await files(page).setInputFiles(pdf('a.pdf', 1000));
    await page.route('**/api/admin/preview-campaign', async (route) => {
      const reply = await fetchReply(route);
      const body = await reply.json();
      expect(body.data).toMatchObject({
        recipients: 12,
        deliveries: 1,
        excludedByReason: { unverified: 11 },
      });
      const many = { recipients: 2011, deliveries: 2000, totalBytes: 2_000_000_000, htmlBytes: 100_001 };
      await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, ...many } } });
    });
    await send(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText("11 won't receive this email").click();
    await dialog.getByText('crowd-0@example.org: Email not verified').waitFor();
    await dialog.getByText('These attachments make the email large.').waitFor();
    await dialog
      .getByRole('alert')
      .getByText(/^The text of this email is 100 kB\. Gmail cuts off/)
      .waitFor();
    const go = dialog.getByRole('button', { name: 'Send to 2,000 recipients' });
    const typed = dialog.getByLabel('To confirm, type the number of recipients: 2000');
    expect(await go.isDisabled()).toBe(true);
    await typed.fill('200');
    expect(await go.isDisabled()).toBe(true);
    await typed.fill('2000');
    await pressUnlocked(go);
    await sees(page, 'Your email is being sent. Follow its progress in the Outbox.');
  });
});

/** Sends a test email to the administrator alone, through the API. */
async function sendTestEmail(token: string, subject: string) {
  const body = new FormData();
  body.append('subject', subject);
  body.append('content', '<p>Hello</p>');
  const reply = await fetch(`${journey.server.url}/api/admin/send-test-campaign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  expect(reply.status).toBe(200);
}
