import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/browser/axe.ts';
import { mailJourney } from '../support/browser/journey.ts';
import { focused } from '../support/browser/keyboard.ts';
import { download, pressUnlocked, sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

/** The first email to Emiko gets no reply. */
const unanswered = new Set(['emiko@example.org']);
const journey = mailJourney({ faultOf: (_, to) => (unanswered.delete(to) ? 'drop-reply' : undefined) });
const MINUTE = 60_000;

/** The administrator at the Outbox, whose browser has the server's time. */
async function enterCampaigns(path = '', view: { width?: number; dark?: boolean; timezoneId?: string } = {}) {
  const { pipeline, url } = journey.server;
  await pipeline.reauthenticate();
  return openUserCenter(journey.browser, url, 'utah_teapot', `/outbox${path}`, {
    ...view,
    now: pipeline.time.now,
    // Playwright sets the browser's clock with a script, which the preview's frame blocks as it should.
    expected: /Failed to load resource|Blocked script execution in 'about:srcdoc'/,
  });
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });
/** Resolves when the table has this many rows below its head. */
const expectRows = (page: Page, count: number) =>
  expect.poll(() => page.locator('tbody tr').count()).toBe(count);
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const open = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).click();
const answer = (page: Page, name: string | RegExp) =>
  pressUnlocked(page.getByRole('dialog').getByRole('button', { name }));

describe('an administrator at Outbox', () => {
  it('follows a campaign to its last recipient, exports it, writes to those of a status, and duplicates it', async () => {
    const { pipeline } = journey.server;
    const page = await enterCampaigns();
    await sees(page, 'No emails yet');

    const to = await pipeline.addMembers(
      ['aiko', 'bounce+chen', 'dara', 'emiko'].map((name) => ({ email: `${name}@example.org` })),
    );
    await pipeline.deps.members.setAnnouncements('20000000', false);
    const content = '<p>Dear {{firstName|member}}, the <strong>teapot</strong> is open.</p>';
    await pipeline.send(to, { subject: '茶壺: call for papers', content });
    await page.reload();
    await row(page, '茶壺').getByText('Sending').waitFor();
    await open(page, /茶壺/);
    await sees(page, 'Processed 0 of 4 recipients.');
    await expect.poll(() => focused(page)).toBe('茶壺: call for papers');

    await pipeline.work();
    await sees(page, 'Processed 3 of 4 recipients.');
    await pipeline.hear(pipeline.events.splice(0).filter(({ mail }) => mail.destination[0] !== to[3]));
    await page.getByRole('button', { name: 'Bounced 1' }).waitFor();
    pipeline.pass(16 * MINUTE);
    await pipeline.work();
    await page.getByRole('status').getByText('Finished').waitFor();
    await sees(page, 'Sent to 2 of 4 recipients.');
    await sees(page, 'Unconfirmed: 1 · Bounced: 1 · Skipped: 1');

    await page
      .getByRole('group', { name: 'Filter by status' })
      .getByRole('button', { name: 'Bounced 1' })
      .click();
    await sees(page, /550 5\.1\.1 user unknown/);
    await expectRows(page, 1);
    await press(page, 'All 4');
    await page.getByLabel('Address starts with').fill('A');
    await sees(page, 'Unsubscribed from announcements');
    await expectRows(page, 1);

    await page.getByText('Message', { exact: true }).click();
    await page.frameLocator('iframe').getByText('teapot').waitFor();
    await expectAccessible(page);

    const lines = (await download(page, press(page, 'Export as CSV'))).text.split('\r\n');
    expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
      ['\ufeff"Address"', '"Status"'],
      ['"aiko@example.org"', '"Skipped"'],
      ['"bounce+chen@example.org"', '"Bounced"'],
      ['"dara@example.org"', '"Delivered"'],
      ['"emiko@example.org"', '"Unconfirmed"'],
    ]);

    await pipeline.reauthenticate();
    await page.getByLabel('Address starts with').fill('');
    await press(page, 'Unconfirmed 1');
    await sees(page, /^No confirmation for 15 minutes\./);
    await press(page, 'New email to these recipients');
    await page.getByRole('heading', { name: 'Send Email' }).waitFor();
    await sees(page, /^This is a copy of "茶壺: call for papers"\./);
    await page.getByRole('textbox', { name: 'Content' }).getByText('teapot').waitFor();
    await page.getByRole('button', { name: 'Remove emiko@example.org' }).waitFor();
    await page.getByLabel('Subject').fill('Once more: the teapot');
    const before = pipeline.inbox.length;
    await pressUnlocked(page.getByRole('button', { name: 'Send', exact: true }));
    await answer(page, 'Send to 1 recipient');
    await sees(page, 'Your email is being sent. Follow its progress in the Outbox.');
    await pipeline.work();
    expect(pipeline.inbox.slice(before).map((mail) => mail.to)).toEqual(['emiko@example.org']);

    await page.goto(`${journey.server.url}/user/outbox`);
    await open(page, /茶壺/);
    await press(page, 'Duplicate');
    await page.getByRole('heading', { name: 'Send Email' }).waitFor();
    expect(await page.getByLabel('Subject').inputValue()).toBe('茶壺: call for papers');
    await page.getByRole('textbox', { name: 'Content' }).getByText('teapot').waitFor();
    for (const address of to) await page.getByRole('button', { name: `Remove ${address}` }).waitFor();
  });

  it('cancels a scheduled email', async () => {
    const { pipeline } = journey.server;
    await pipeline.reauthenticate();
    await pipeline.send(['dara@example.org'], {
      subject: 'Too early',
      scheduleTime: '2026-03-09T18:00:00+08:00',
    });
    await pipeline.work();
    const page = await enterCampaigns('', { width: 390, dark: true, timezoneId: 'Europe/Paris' });
    await row(page, 'Too early').getByText('Scheduled').waitFor();
    await expectAccessible(page);
    await open(page, 'Too early');
    await sees(
      page,
      /Monday,? 9 March 2026 at 18:00 Hong Kong time · Monday,? 9 March 2026 at 11:00 your time \(Europe\/Paris\)/,
    );
    await press(page, 'Cancel email');
    await page.getByRole('dialog').getByText('Nothing has been sent, and nothing will be.').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await press(page, 'Cancel email');
    await answer(page, 'Cancel email');
    await sees(page, 'Email cancelled.');
    await sees(page, /^Cancelled by /);
    await page
      .getByRole('term')
      .filter({ hasText: /^Cancelled$/ })
      .waitFor();
  });

  it('resumes an email that paused by itself, unblocks an address, which then gets email again, and sees when figures are outdated, and what does not exist', async () => {
    const { pipeline } = journey.server;
    await pipeline.reauthenticate();
    const many = await pipeline.addMembers([
      ...Array.from({ length: 30 }, (_, index) => ({ email: `armadillo-${index}@example.org` })),
      { email: 'complaint@example.org' },
      ...Array.from({ length: 30 }, (_, index) => ({ email: `dragon-${index}@example.org` })),
    ]);
    await pipeline.send(many, { subject: 'To many' });
    const stopHearing = pipeline.hearBeforeEachBatch();
    await pipeline.work();
    await pipeline.hear();
    stopHearing();

    const page = await enterCampaigns();
    await open(page, 'To many');
    await sees(page, /^Paused automatically: 1 email was marked as spam\.$/);
    await press(page, 'Resume');
    await answer(page, 'Resume');
    await sees(page, 'Sending resumed.');
    await pipeline.work();
    await sees(page, 'Sent to all 61 recipients.');

    await press(page, /^Check if blocked: complaint@/);
    await sees(page, 'Marked as spam');
    await expectAccessible(page);
    await press(page, /^Unblock complaint@/);
    await answer(page, 'Unblock');
    await sees(page, 'This field is required.');
    await page.getByLabel('Reason').fill('They asked for our mail');
    await answer(page, 'Unblock');
    await sees(page, 'Address unblocked.');
    await sees(page, 'No matching addresses');
    const before = pipeline.inbox.length;
    await pipeline.send(['complaint@example.org'], { subject: 'Welcome back' });
    await pipeline.work();
    expect(pipeline.inbox.slice(before).map((mail) => mail.to)).toEqual(['complaint@example.org']);

    await page.goto(`${journey.server.url}/user/outbox?mail=${'0'.repeat(32)}`);
    await sees(page, "This email doesn't exist.");
    await page.context().setOffline(true);
    await press(page, 'All emails');
    await sees(page, "Can't connect to the server. Check your internet connection and try again.");
    await page.context().setOffline(false);
    await press(page, 'Try again');
    await row(page, 'To many').waitFor();
    await open(page, 'To many');
    await page.getByRole('heading', { name: 'Recipients' }).waitFor();
    await page.context().setOffline(true);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await sees(page, /^Can't refresh\. Last updated at .* \(Hong Kong time\)\.$/);
  });
});
