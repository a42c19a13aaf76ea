import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/browser/axe.ts';
import { mailJourney } from '../support/browser/journey.ts';
import { pressUnlocked, sees } from '../support/browser/pages.ts';
import { enterCentre } from '../support/browser/user-center.ts';

/** The third mail of all gets no answer. */
const journey = mailJourney({ faultOf: (call) => (call === 3 ? 'drop-reply' : undefined) });
const MINUTE = 60_000;

/** The administrator at the outbox, whose browser has the server's time. */
async function enterOutbox(path = '', view: { width?: number; dark?: boolean; timezoneId?: string } = {}) {
  const { road, url } = journey.place;
  await road.reauthenticate();
  return enterCentre(journey.browser, url, 'utah_teapot', `/outbox${path}`, {
    ...view,
    now: road.time.now,
    // The browser's clock is a script of Playwright's, which the mail's frame refuses as it should.
    expected: /Failed to load resource|Blocked script execution in 'about:srcdoc'/,
  });
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });
/** Resolves when the table has so many rows below its head. */
const expectRows = (page: Page, count: number) =>
  expect.poll(() => page.locator('tbody tr').count()).toBe(count);
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const answer = (page: Page, name: string | RegExp) =>
  pressUnlocked(page.getByRole('dialog').getByRole('button', { name }));

describe('an administrator at the outbox', () => {
  it('sees a mail run live to its last copy, sends it again, takes it as CSV and writes a new one like it', async () => {
    const { road } = journey.place;
    const page = await enterOutbox();
    await sees(page, 'No mail was written yet.');
    await expectAccessible(page);

    const to = await road.addMembers(
      ['aiko', 'bounce+chen', 'dara', 'emiko'].map((name) => ({ email: `${name}@example.org` })),
    );
    await road.ports.wishes.setAnnouncements('20000000', false);
    const content = '<p>Dear {{firstName|member}}, the <strong>teapot</strong> is open.</p>';
    await road.send(to, { subject: '茶壺: call for papers', content });
    await page.reload();
    await row(page, '茶壺').getByText('Preparing').waitFor();
    await press(page, /茶壺/);
    await sees(page, '4 copies are being written down.');

    await road.work();
    await sees(page, '3 of 4 copies had their turn.');
    await road.hear(road.events.splice(0).filter(({ mail }) => mail.destination[0] !== to[3]));
    await page.getByRole('button', { name: 'Came back 1' }).waitFor();
    await expectAccessible(page);
    road.pass(16 * MINUTE);
    await road.work();
    await page.getByRole('status').getByText('Done').waitFor();
    await sees(page, '2 of 4 copies went out.');
    await sees(page, '1 unclear, 1 came back, 1 left out');

    await page.getByRole('group', { name: 'By state' }).getByRole('button', { name: 'Came back 1' }).click();
    await sees(page, /550 5\.1\.1 user unknown/);
    await expectRows(page, 1);
    await press(page, 'All 4');
    await page.getByLabel('Address begins with').fill('A');
    await sees(page, 'unsubscribed from announcements');
    await expectRows(page, 1);

    await page.getByText('What it says').click();
    await page.frameLocator('iframe').getByText('teapot').waitFor();
    await expectAccessible(page);

    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Export as CSV')]);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
      ['\ufeff"Address"', '"State"'],
      ['"aiko@example.org"', '"suppressed"'],
      ['"bounce+chen@example.org"', '"bounced"'],
      ['"dara@example.org"', '"delivered"'],
      ['"emiko@example.org"', '"unknown"'],
    ]);

    await road.reauthenticate();
    const before = road.inbox.length;
    await press(page, 'Send again to 1');
    await page
      .getByRole('dialog')
      .getByText(/would then get the mail twice/)
      .waitFor();
    await expectAccessible(page);
    await answer(page, 'Send again to 1');
    await sees(page, 'the mail before');
    await road.work();
    await sees(page, '1 of 1 copy went out.');
    expect(road.inbox.slice(before).map((mail) => mail.to)).toEqual(['emiko@example.org']);

    await press(page, 'the mail before');
    await page.getByRole('button', { name: 'a mail of its own' }).waitFor();
    expect(await page.getByRole('button', { name: /Send again/ }).count()).toBe(0);
    await press(page, 'Copy as new');
    await page.getByRole('heading', { name: 'Send Email' }).waitFor();
    expect(await page.getByLabel('Subject').inputValue()).toBe('茶壺: call for papers');
    await page.getByRole('textbox', { name: 'Content' }).getByText('teapot').waitFor();
    for (const address of to) await page.getByRole('button', { name: `Remove ${address}` }).waitFor();
  });

  it('cancels a mail before its minute, and nobody gets it', async () => {
    const { road } = journey.place;
    await road.reauthenticate();
    const before = road.inbox.length;
    await road.send(['dara@example.org'], {
      subject: 'Too early',
      scheduleTime: '2026-03-09T18:00:00+08:00',
    });
    await road.work();
    const page = await enterOutbox('', { width: 390, dark: true, timezoneId: 'Europe/Paris' });
    await row(page, 'Too early').getByText('Scheduled').waitFor();
    await expectAccessible(page);
    await press(page, 'Too early');
    await sees(
      page,
      /Mon, 9 Mar 2026, 18:00 in Hong Kong; Mon, 9 Mar 2026, 11:00 where you are \(Europe\/Paris\)/,
    );
    await press(page, 'Cancel mail');
    await page.getByRole('dialog').getByText('Nothing of it has gone out, and nothing will.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await press(page, 'Cancel mail');
    await answer(page, 'Cancel mail');
    await sees(page, 'The email is cancelled.');
    await sees(page, /^Cancelled by /);
    await sees(page, 'Was to go out');
    road.pass(8 * 24 * 60 * MINUTE);
    await road.work();
    expect(road.inbox).toHaveLength(before);
  });

  it('lets a mail go on that paused by itself, and lifts a hold with a reason: then mail goes there again', async () => {
    const { road } = journey.place;
    await road.reauthenticate();
    const many = await road.addMembers([
      { email: 'complaint@example.org' },
      ...Array.from({ length: 30 }, (_, index) => ({ email: `dragon-${index}@example.org` })),
    ]);
    await road.send(many, { subject: 'To many' });
    const { claim } = road.deps.road;
    road.deps.road.claim = async (...claimed) => {
      await road.hear();
      return claim(...claimed);
    };
    await road.work();
    await road.hear();
    road.deps.road.claim = claim;

    const page = await enterOutbox();
    await press(page, 'To many');
    await sees(page, /^1 of \d+ were reported as spam$/);
    await expectAccessible(page);
    await press(page, 'Go on');
    await answer(page, 'Go on');
    await sees(page, 'The email goes on.');
    await road.work();
    await sees(page, 'All 31 copies went out.');

    await press(page, /Is it held\?.*complaint@/);
    await sees(page, 'Reported as spam');
    await expectAccessible(page);
    await press(page, /Lift the hold on complaint@/);
    await answer(page, 'Lift the hold');
    await sees(page, 'Reason is required');
    await expectAccessible(page);
    await page.getByLabel('Reason').fill('They asked for our mail');
    await answer(page, 'Lift the hold');
    await sees(page, 'Mail may go to this address again.');
    await sees(page, 'No held address begins so.');
    const before = road.inbox.length;
    await road.send(['complaint@example.org'], { subject: 'Welcome back' });
    await road.work();
    expect(road.inbox.slice(before).map((mail) => mail.to)).toEqual(['complaint@example.org']);
  });

  it('is told when the figures are no longer fresh, and what is not there', async () => {
    const page = await enterOutbox(`?mail=${'0'.repeat(32)}`);
    await sees(page, 'There is no such mail.');
    await page.context().setOffline(true);
    await press(page, 'All mail');
    await sees(page, "Can't connect to the server. Check your internet connection and try again.");
    await page.context().setOffline(false);
    await press(page, 'Try again');
    await row(page, 'To many').waitFor();
    await press(page, 'To many');
    await page.getByRole('heading', { name: 'Copies' }).waitFor();
    await page.context().setOffline(true);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await sees(page, /What you see is no longer fresh: .* It is of/);
  });
});
