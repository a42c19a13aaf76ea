import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ACCEPTED } from '../api/checkout.ts';
import { codeIn, mailTo, post, register, tokenOf } from '../api/members.ts';
import { productJourney } from './journey.ts';
import { sees } from './pages.ts';
import { openUserCenter } from './user-center.ts';

/** A browser's clock that no screen may go by. */
export const WRONG_CLOCK = new Date('2031-07-05T12:00:00Z');

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm your payment' });
export const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Confirm' }).click();
export const records = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

/** Presses a payment button; resolves to the card page in its new tab. */
export async function openCardPage(page: Page, type = 'Professional Member'): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: `Pay as ${type}` }).click();
  await dialog(page).waitFor();
  const card = await opened;
  await card.getByLabel('Card number').waitFor();
  return card;
}

/**
 * Opens the receipt of a page, or of a row; resolves to its address. It is made in the background, and the panel says so until
 * then.
 */
export async function openReceipt(page: Page, within: Page | Locator = page): Promise<string> {
  let address = '';
  page.context().on('request', (request) => {
    if (/receipts\/AG-\d{6}\.pdf/.test(request.url())) address = request.url();
  });
  await expect
    .poll(
      async () => {
        await within.getByRole('button', { name: /^Receipt AG-\d{6}$/ }).click();
        return address;
      },
      { interval: 250 },
    )
    .not.toBe('');
  return address;
}

export async function pay(card: Page, number = ACCEPTED): Promise<void> {
  await card.getByLabel('Card number').fill(number);
  await card.getByRole('button', { name: /^Pay HKD/ }).click();
}

/** The product, a browser, and members who are about to pay. */
export function membershipJourney(start: Parameters<typeof productJourney>[0] = {}) {
  const journey = productJourney(start);

  const code = (username: string) =>
    mailTo(journey.server.url, `${username}@example.org`, 'Welcome to AG: verify your email address').then(
      codeIn,
    );

  /** A registered member with a verified address, on the panel, at the product's own time. */
  async function enter(username: string): Promise<Page> {
    const { url } = journey.server;
    await register(url, username);
    const verification = { action: 'confirm', code: await code(username) };
    const reply = await post(url, '/user/email-verification', verification, await tokenOf(url, username));
    expect(reply.status).toBe(200);
    const page = await openUserCenter(journey.browser, url, username, '/membership', { now: WRONG_CLOCK });
    await sees(page, /^You are registered\. /);
    return page;
  }

  return { journey, code, enter };
}
