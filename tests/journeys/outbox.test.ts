import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setAnnouncements } from '../../functions/members/repository.ts';
import { mailJourney } from '../support/browser/journey.ts';
import { focused } from '../support/browser/keyboard.ts';
import { download, pressUnlocked, sees } from '../support/browser/pages.ts';
import { navigate } from '../support/browser/states.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const MINUTE = 60_000;
/** Calls that fail as they should; the preview's frame blocks the script that sets the clock, as it should. */
const expected = /Failed to load resource|Blocked script execution in 'about:srcdoc'/;

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const answer = (page: Page, name: string | RegExp) =>
  pressUnlocked(page.getByRole('dialog').getByRole('button', { name }));

/** The first email to Emiko gets no reply. */
const unanswered = new Set(['emiko@example.org']);
const journey = mailJourney({ faultOf: (_, to) => (unanswered.delete(to) ? 'drop-reply' : undefined) });

/** The administrator, whose browser has the server's time. */
async function enter(path = '/outbox', timezoneId?: string) {
  const { pipeline, url } = journey.server;
  await pipeline.reauthenticate();
  const view = { now: pipeline.time.now, expected, ...(timezoneId && { timezoneId }) };
  return openUserCenter(journey.browser, url, 'utah_teapot', path, view);
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });
/** Resolves when the table has this many rows below its head. */
const expectRows = (page: Page, count: number) =>
  expect.poll(() => page.locator('tbody tr').count()).toBe(count);
const open = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).click();

it('the Outbox shows a letter to its last recipient, exports it, and begins others to those of a status and to all', async () => {
  const { pipeline } = journey.server;
  const page = await enter();
  await sees(page, /^No emails yet/);
  await page.getByRole('link', { name: 'Write an email' }).waitFor();
  const to = await pipeline.addMembers(
    ['aiko', 'bounce+chen', 'dara', 'emiko'].map((name) => ({ email: `${name}@example.org` })),
  );
  await setAnnouncements(pipeline.context, '20000000', false);
  const text = '<p>Dear {{firstName|member}}, the <strong>teapot</strong> is open.</p>';
  await pipeline.send(to, { subject: '茶壺: call for papers', content: text });
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

  await press(page, 'Bounced 1');
  await sees(page, /550 5\.1\.1 user unknown/);
  await expectRows(page, 1);
  await press(page, 'All 4');
  await page.getByLabel('Address starts with').fill('A');
  await sees(page, 'Unsubscribed from announcements');
  await expectRows(page, 1);
  await page.getByText('Message', { exact: true }).click();
  await page.frameLocator('iframe').getByText('teapot').waitFor();
  const lines = (await download(page, press(page, 'Export as CSV'))).text.split('\r\n');
  expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
    ['\ufeff"Address"', '"Status"'],
    ['"aiko@example.org"', '"Skipped"'],
    ['"bounce+chen@example.org"', '"Bounced"'],
    ['"dara@example.org"', '"Delivered"'],
    ['"emiko@example.org"', '"Unconfirmed"'],
  ]);

  await pipeline.reauthenticate();
  await press(page, 'Unconfirmed 1');
  await sees(page, /^No confirmation for 15 minutes\./);
  await sees(page, 'No matching recipients');
  // What is pressed goes by what the search says, although its list is not there yet.
  await page.getByLabel('Address starts with').fill('');
  await press(page, 'New email to these recipients');
  await page.getByRole('textbox', { name: 'Content' }).getByText('teapot').waitFor();
  await sees(page, 'emiko@example.org');
  await page.getByLabel('Subject').fill('Once more: the teapot');
  const before = pipeline.inbox.length;
  await pressUnlocked(page.getByRole('button', { name: 'Send', exact: true }));
  await answer(page, 'Send to 1 recipient');
  await sees(page, 'Your email is being sent. Follow its progress in the Outbox.');
  await pipeline.work();
  expect(pipeline.inbox.slice(before).map((mail) => mail.to)).toEqual(['emiko@example.org']);
  await page.getByRole('link', { name: 'Outbox', exact: true }).first().click();
  await open(page, /茶壺/);
  await press(page, 'Duplicate');
  await sees(page, `${to[0]}, ${to[1]} and 2 more`);
  expect(await page.getByLabel('Subject').inputValue()).toBe('茶壺: call for papers');
});

it('an administrator cancels a scheduled letter, resumes one that paused by itself, and unblocks an address', async () => {
  const { pipeline } = journey.server;
  await pipeline.reauthenticate();
  const scheduleTime = '2026-03-09T18:00:00+08:00';
  await pipeline.send(['dara@example.org'], { subject: 'Too early', scheduleTime });
  const crowd = (name: string) =>
    Array.from({ length: 30 }, (_, index) => ({ email: `${name}-${index}@example.org` }));
  const many = [...crowd('armadillo'), { email: 'complaint@example.org' }, ...crowd('dragon')];
  await pipeline.send(await pipeline.addMembers(many), { subject: 'To many' });
  const stopHearing = pipeline.hearAfterEachTurn();
  await pipeline.work();
  await pipeline.hear();
  stopHearing();

  const page = await enter('/outbox', 'Europe/Paris');
  await row(page, 'Too early').getByText('Scheduled').waitFor();
  await open(page, 'Too early');
  const both =
    /Monday,? 9 March 2026 at 18:00 Hong Kong time · Monday,? 9 March 2026 at 11:00 your time \(Europe\/Paris\)/;
  await sees(page, both);
  await press(page, 'Cancel email');
  await page.getByRole('dialog').getByText('Nothing has been sent, and nothing will be.').waitFor();
  await answer(page, 'Cancel email');
  await sees(page, 'Email cancelled.');
  await sees(page, /^Cancelled by /);

  await press(page, 'All emails');
  await open(page, 'To many');
  await sees(page, /^Paused automatically: 1 email was marked as spam\.$/);
  await press(page, 'Resume');
  await answer(page, 'Resume');
  await sees(page, 'Sending resumed.');
  await pipeline.work();
  await sees(page, 'Sent to all 61 recipients.');
  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await sees(page, /^Can't refresh\. Last updated at .* \(Hong Kong time\)\.$/);
  await page.context().setOffline(false);

  await press(page, /^Check if blocked: complaint@/);
  await sees(page, 'Marked as spam');
  await press(page, /^Unblock complaint@/);
  await page.getByLabel('Reason').fill('They asked for our mail');
  await answer(page, 'Unblock');
  await sees(page, 'Address unblocked.');
  await sees(page, 'No matching addresses');
  const before = pipeline.inbox.length;
  await pipeline.send(['complaint@example.org'], { subject: 'Welcome back' });
  await pipeline.work();
  expect(pipeline.inbox.slice(before).map((mail) => mail.to)).toEqual(['complaint@example.org']);
  await navigate(page, `/user/outbox?mail=${'0'.repeat(32)}`);
  await sees(page, "This email doesn't exist.");
});
