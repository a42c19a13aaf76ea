import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { mailJourney } from '../support/browser/journey.ts';
import { fetchReply, pressUnlocked, sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const journey = mailJourney();

/** The administrator on a page of the user center. */
async function enter(path: string) {
  const { pipeline, url } = journey.server;
  await pipeline.reauthenticate();
  return openUserCenter(journey.browser, url, 'utah_teapot', path, {
    now: pipeline.time.now,
    hasClock: true,
    // The browser logs failed calls, even intended ones.
    expected: /Failed to load resource/,
  });
}

const NO_REPLY = "Can't connect to the server. Check your internet connection and try again.";

/** The server does what a press asks for, but its reply is lost. */
async function loseReply(page: Page, call: string, press: () => Promise<unknown>) {
  let isLost = false;
  await page.route(`**/api${call}`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await fetchReply(route);
    return route.abort('internetdisconnected');
  });
  await press();
}

describe('an administrator whose reply was lost presses again', () => {
  it('and an edited profile is saved, and a bank transfer is recorded, also after going back to the form', async () => {
    const { pipeline } = journey.server;
    await pipeline.register({ userName: 'hare', email: 'hare@example.org' });
    const page = await enter(`/members?uid=${(await pipeline.operator.findMember('hare')).uid}`);
    await page.getByRole('button', { name: 'Edit profile' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Affiliation').fill('Stanford University');
    await dialog.getByLabel('Reason').fill('Asked by email');
    const save = dialog.getByRole('button', { name: 'Save changes' });
    await loseReply(page, '/admin/member', () => save.click());
    await sees(page, NO_REPLY);
    await pressUnlocked(save);
    await sees(page, 'Profile changed. The member gets an email about it.');
    // The next action carries the version that is shown then.
    await page.getByText('Stanford University').first().waitFor();

    await page.getByRole('button', { name: 'Record bank transfer' }).click();
    const transfer = page.getByRole('dialog', { name: 'Record bank transfer' });
    const texts = { 'Amount (HKD)': '360', Date: '2026-03-01', 'Bank reference': 'FPS 0301', Reason: 'Paid' };
    for (const [label, text] of Object.entries(texts)) await transfer.getByLabel(label).fill(text);
    await transfer.getByRole('button', { name: 'Continue' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Is this right?' });
    const record = confirmation.getByRole('button', { name: 'Record bank transfer' });
    await loseReply(page, '/admin/member', () => record.click());
    await sees(page, NO_REPLY);
    await confirmation.getByRole('button', { name: 'Back', exact: true }).click();
    await pressUnlocked(transfer.getByRole('button', { name: 'Continue' }));
    await record.click();
    await sees(page, /^Bank transfer recorded\./);
    await expect.poll(() => page.getByRole('cell', { name: 'HKD 360.00' }).count()).toBe(1);
    // What is sent now is listed, also without a reply.
    const send = page.getByRole('button', { name: 'Send AG-000001 again' });
    await loseReply(page, '/admin/receipt', () => send.click());
    await sees(page, NO_REPLY);
    await page.getByRole('rowheader', { name: /^Your .*AG-000001$/ }).waitFor();
  });

  it('and a payment that is resolved leaves the list', async () => {
    const { pipeline } = journey.server;
    await pipeline.register({ userName: 'lucy', email: 'lucy@example.org' });
    for (const reference of ['first', 'second', 'third'])
      await pipeline.operator.recordBankTransfer(
        'lucy',
        { type: 'student', amountMinorUnits: 12_000, date: '2026-03-01', reference },
        'Paid',
      );
    const page = await enter('/payments');
    const resolve = page.getByRole('button', { name: 'Resolve payment third' });
    await resolve.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Sent back');
    const done = dialog.getByRole('button', { name: 'Mark payment as resolved' });
    await loseReply(page, '/admin/payments-for-review', () => done.click());
    await sees(page, NO_REPLY);
    await pressUnlocked(done);
    await sees(page, 'This payment has already been resolved.');
    await expect.poll(() => resolve.count()).toBe(0);
    expect(await dialog.count()).toBe(0);
  });

  it('and a wave of invitations ends where it would have ended', async () => {
    const page = await enter('/members?view=import');
    const people = Array.from({ length: 60 }, (_, n) => `m${n}@models.example,Model,${n}`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Email,First name,Last name', ...people].join('\n')),
    });
    await page.getByRole('button', { name: 'Import 60 members' }).click();
    await sees(page, /^Import finished\. Added: 60\./);
    const send = page.getByRole('button', { name: 'Send 50 invitations' });
    const isOffline = (route: Route) => route.abort('internetdisconnected');
    await page.route('**/api/admin/imports', isOffline);
    await loseReply(page, '/admin/imports', () => send.click());
    await sees(page, NO_REPLY);
    await page.unroute('**/api/admin/imports', isOffline);
    await send.click();
    await sees(page, /^50 members invited: .* 10 new members haven't been invited from here yet\.$/);
    // Where the import can be read again, the page sees that all of the wave are invited.
    const last = page.getByRole('button', { name: 'Send 10 invitations' });
    await loseReply(page, '/admin/imports', () => last.click());
    await sees(page, /^60 members invited: .* Nobody is left to invite\.$/);
    expect(await page.getByText(NO_REPLY).count()).toBe(0);
  });

  it('and a draft is saved, without a question about another one', async () => {
    const page = await enter('/email');
    await page.getByLabel('Subject').fill('Newsletter');
    const save = page.getByRole('button', { name: 'Save as Draft' });
    await loseReply(page, '/admin/campaign-draft', () => save.click());
    await sees(page, NO_REPLY);
    await save.click();
    await sees(page, 'Draft saved successfully!');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
