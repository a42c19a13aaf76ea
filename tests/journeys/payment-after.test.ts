import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import site from '../../content/site.json' with { type: 'json' };
import { WITHOUT_WEBHOOK } from '../support/api/checkout.ts';
import { inboxOf, mailTo } from '../support/api/members.ts';
import {
  confirm,
  dialog,
  membershipJourney,
  openCardPage,
  pay,
  records,
  WRONG_CLOCK,
} from '../support/browser/membership.ts';
import { loseReply, pressUnlocked, sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const UNDER_REVIEW =
  "We received HKD 360.00 on 2 March 2026. Your membership was already paid, so this payment didn't extend it. Our treasurer will review it and contact you. You don't need to do anything. Questions? Write to ";
const { journey, enter } = membershipJourney({ now: '2026-03-02T02:00:00Z' });

async function payOn(card: Page): Promise<void> {
  await pay(card, WITHOUT_WEBHOOK);
  await sees(card, 'Payment received');
  await card.close();
}

async function payAndConfirm(page: Page): Promise<void> {
  await payOn(await openCardPage(page));
  await confirm(page);
  await dialog(page).waitFor({ state: 'detached' });
}

it('a member who pays twice has this year and the next, and is offered nothing more; a third payment is told at once, on the screen and by email', async () => {
  const page = await enter('lucy');
  await sees(page, 'Valid until 1 January 2027');
  // A card page in another tab, whose link a later payment can still use.
  const third = await openCardPage(page);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await payAndConfirm(page);
  await sees(page, 'You are a Professional Member until 1 January 2027.');
  await sees(page, 'Renew by this date to stay active until 1 January 2028.');
  await payAndConfirm(page);
  await sees(page, 'You are a Professional Member until 1 January 2028.');
  await expect.poll(() => records(page).count()).toBe(2);
  await sees(page, 'You can renew again from 1 January 2027.');
  expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);

  await payOn(third);
  await page.getByRole('button', { name: 'Check Membership Update (in 1 month)' }).click();
  await sees(
    page,
    "We received your payment, but it didn't renew your membership automatically. Our treasurer will review it. You don't need to pay again.",
  );
  await sees(page, UNDER_REVIEW);
  expect(await page.getByText('Your payment is confirmed').count()).toBe(0);
  expect(await records(page).count()).toBe(2);
  const { url } = journey.server;
  const subject = 'Payment received: your membership was already paid';
  expect(await mailTo(url, 'lucy@example.org', subject)).toContain(
    "We received HKD 360.00 on 2 March 2026. Your membership was already paid until 1 January 2028, so this payment didn't extend it.",
  );
  for (const mail of await inboxOf(url))
    expect(mail.headers['reply-to'], mail.subject).toBe(site.mail.contact.address);
});

it('an administrator finds the payment to review, opens its member, and resolves it with a reason, although the reply is lost', async () => {
  const { url, ops } = journey.server;
  await ops('grant-admin', 'lucy');
  const page = await openUserCenter(journey.browser, url, 'lucy', '/payments?review', {
    now: WRONG_CLOCK,
    hasClock: true,
  });
  const row = page.getByRole('row').filter({ hasText: 'Already paid for this period: send the money back' });
  await row.waitFor();
  expect(await row.textContent()).toContain('HKD 360.00');
  await row.getByRole('link', { name: 'lucy' }).click();
  await sees(page, 'Active until 1 January 2028');
  await page.goBack();
  await row.getByRole('button', { name: /^Resolve payment/ }).click();
  const resolving = page.getByRole('dialog', { name: 'Mark payment as resolved' });
  const resolve = resolving.getByRole('button', { name: 'Mark payment as resolved' });
  await resolve.click();
  await resolving.getByRole('alert').filter({ hasText: 'This field is required.' }).waitFor();
  await resolving.getByLabel('Reason').fill('Refunded at Stripe');
  await loseReply(page, '/admin/payments-for-review');
  await pressUnlocked(resolve);
  await sees(page, "Can't connect to the server.");
  await pressUnlocked(resolve);
  await sees(page, 'This payment has already been resolved.');
  await sees(page, 'No payments to review');
  expect(await resolving.count()).toBe(0);
  const menu = page.getByRole('navigation', { name: 'User Center menu' });
  await menu.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Resolved payment' }).first().waitFor();
  await sees(page, /Refunded at Stripe/);
  await menu.getByRole('link', { name: 'Membership Status', exact: true }).click();
  await sees(page, 'You are a Professional Member until 1 January 2028.');
  expect(await page.getByText(/^We received HKD/).count()).toBe(0);
});
