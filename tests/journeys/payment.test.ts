import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { mailTo } from '../support/api/members.ts';
import { focused } from '../support/browser/keyboard.ts';
import {
  confirm,
  dialog,
  membershipJourney,
  openCardPage,
  openReceipt,
  pay,
  records,
  WRONG_CLOCK,
} from '../support/browser/membership.ts';
import { expectNotice, replyTo, sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';
import { openTab } from '../support/browser/windows.ts';

/** A member pays in a December that the browser knows nothing of. */

const MEMBERSHIP = '/membership/get-membership';
const CONFIRM = '/membership/confirm-payment';
const CHECK = 'Check Membership Update (in 1 month)';
const CODE = 'Verification code';

const { journey, code, enter } = membershipJourney({ now: '2026-12-10T02:00:00Z' });

const payButtons = (page: Page) => page.getByRole('button', { name: /^Pay/ });

it('a new member verifies the address, pays by the server’s day, confirms, and sees the record and its receipts', async () => {
  const { browser, server } = journey;
  const page = await openUserCenter(browser, server.url, 'armadillo', '', { now: WRONG_CLOCK });
  const menu = page.getByRole('navigation', { name: 'User Center menu' });
  await sees(page, 'Renew by 1 January, and your membership stays active until 1 January of the next year.');
  await menu.getByRole('link', { name: 'Membership Status' }).click();
  await sees(page, "You are registered. You don't have an active membership yet.");
  await sees(page, 'No membership records found');
  await sees(page, 'Valid until 1 January 2028');
  await sees(page, 'The rest of 2026 is included.');
  const other = await openTab(page);
  await other.goto(page.url());
  const asked = other.getByLabel(CODE);
  await asked.waitFor();
  await page.bringToFront();
  await payButtons(page).last().click();
  expect(await focused(page)).toBe(CODE);
  await page.keyboard.insertText(await code('armadillo'));
  await page.getByRole('button', { name: 'Verify' }).click();
  await sees(page, 'Your email address is verified.');
  await asked.waitFor({ state: 'detached' });
  await other.close();
  await menu.getByRole('link', { name: 'User Profile' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  expect(await page.getByLabel('Date of birth').getAttribute('max')).toBe('2026-12-10');
  await page.getByRole('button', { name: 'Discard Changes' }).click();

  await menu.getByRole('link', { name: 'Membership Status' }).click();
  await expect
    .poll(() => payButtons(page).allTextContents())
    .toEqual([
      expect.stringContaining('Pay as Professional Member (HKD 360)'),
      expect.stringContaining('Pay as Student Member (HKD 120)'),
    ]);
  const card = await openCardPage(page);
  expect(new URL(card.url()).pathname).toBe('/_local/pay/professional');
  expect(new URL(card.url()).searchParams.get('client_reference_id')).toMatch(/^[\w-]{16,}$/);
  expect(await card.evaluate(() => window.opener)).toBeNull();
  await sees(card, 'HKD 360.00');
  await pay(card);
  await sees(card, 'You can close this page.');
  await card.close();

  expect(await focused(page)).toBe('Cancel');
  for (const call of [CONFIRM, MEMBERSHIP]) await replyTo(page, call, 'no reply');
  await confirm(page);
  await expectNotice(page, "Can't connect to the server.");
  expect(await page.getByRole('alert').count()).toBe(1);
  await page.unrouteAll();
  const message = 'Not found yet.';
  let looked = 0;
  await page.route(`**/api${CONFIRM}`, (route) => {
    looked += 1;
    return route.fulfill({ json: { success: false, message } });
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectNotice(page, message);
  await page.getByRole('button', { name: 'Check again' }).waitFor();
  // It looks by itself every 5 s, and when the member comes back to the page.
  await expect.poll(() => looked, { timeout: 10_000 }).toBe(2);
  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await sees(page, 'Your payment is confirmed.');
  await sees(page, 'You are a Professional Member until 1 January 2028.');
  // The pressed button was removed.
  expect(await focused(page)).toMatch(/^Your payment is confirmed/);
  await mailTo(
    server.url,
    'armadillo@example.org',
    'Payment received: you are a member until 1 January 2028',
  );

  expect(await records(page).count()).toBe(1);
  const row = records(page).first();
  expect(await row.getByRole('rowheader').textContent()).toBe('Professional Member');
  await row.getByRole('cell', { name: 'Card', exact: true }).waitFor();
  const opened = page.context().waitForEvent('page');
  const receipt = row.getByRole('link', { name: 'Card receipt' });
  expect(await receipt.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  await receipt.click();
  await sees(await opened, 'Receipt from Asia Graphics Association');
  const document = await fetch(await openReceipt(page, row));
  expect(document.headers.get('content-type')).toBe('application/pdf');
  expect(await document.text()).toMatch(/^%PDF-/);
});

it('the payment dialog opens the card page once more at a double click, closes by Cancel, a click outside or Escape without a request, with the focus where it was, and not by a second press of the key that opened it', async () => {
  const page = await enter('dragon');
  let requested = 0;
  await page.route(`**/api${CONFIRM}`, (route) => {
    requested += 1;
    return route.continue();
  });
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Pay as Professional Member' }).dblclick();
  const card = await opened;
  await card.getByLabel('Card number').waitFor();
  expect(page.context().pages()).toHaveLength(2);
  await card.close();
  const again = page.context().waitForEvent('page');
  await dialog(page).getByRole('link', { name: 'Open the payment page' }).click();
  await (await again).close();
  const ways: [string, () => Promise<void>][] = [
    ['Cancel', () => dialog(page).getByRole('button', { name: 'Cancel' }).click()],
    ['a click outside', () => page.mouse.click(5, 5)],
    ['Escape', () => page.keyboard.press('Escape')],
  ];
  for (const [way, close] of ways) {
    if (!(await dialog(page).isVisible())) await (await openCardPage(page)).close();
    // Clicks that may belong to a double click on the button do not close it.
    await page.locator('dialog[closedby="any"]').waitFor();
    await close();
    await dialog(page).waitFor({ state: 'detached' });
    expect([way, requested]).toEqual([way, 0]);
    expect(await focused(page)).toMatch(/^Pay as Professional Member/);
  }
  // Twice what a key does at what has the focus, with no time between: the second time, that is Cancel.
  const last = page.context().waitForEvent('page');
  await page.evaluate(async () => {
    for (let presses = 0; presses < 2; presses++) {
      if (document.activeElement instanceof HTMLElement) document.activeElement.click();
      await Promise.resolve();
    }
  });
  await (await last).close();
  expect(await focused(page)).toBe('Cancel');
});

it('the panel says why it did not load, tries again, and makes one check at a time', async () => {
  const page = await enter('lucy');
  const loading = Promise.withResolvers<void>();
  await page.route(`**/api${MEMBERSHIP}`, async (route) => {
    await loading.promise;
    await route.fulfill({ status: 502, json: {} });
  });
  await page.reload();
  await page.getByRole('status', { name: 'Loading...' }).waitFor();
  loading.resolve();
  await expectNotice(page, 'Failed to load membership information (HTTP status 502)');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await sees(page, 'No membership records found');

  const icon = page.getByRole('button', { name: CHECK });
  expect(await icon.getAttribute('title')).toBe(CHECK);
  let requested = 0;
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api${CONFIRM}`, async (route) => {
    requested += 1;
    await answer.promise;
    await route.fulfill({ status: 500, json: {} });
  });
  await icon.click();
  await expect.poll(() => icon.getAttribute('aria-busy')).toBe('true');
  await icon.click();
  answer.resolve();
  await expectNotice(page, "We couldn't check your payment. Please try again in a few minutes.");
  expect(requested).toBe(1);
});
