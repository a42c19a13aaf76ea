import { describe, expect, it } from 'vitest';
import { hongKongDate } from '../../functions/shared/hong-kong.ts';
import { nextTerm } from '../../functions/shared/membership-periods.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { focused } from '../support/browser/keyboard.ts';
import {
  confirm,
  dialog,
  membershipJourney,
  openCardPage,
  openReceipt,
  pay,
  records,
} from '../support/browser/membership.ts';
import { sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';
import { openTab } from '../support/browser/windows.ts';

const { journey, code, enter } = membershipJourney();

/** The 1 January that a payment made now leads to, in words. */
const paidNow = () => `1 January ${nextTerm([], hongKongDate(new Date()))?.endDate.slice(0, 4)}`;

describe('a new member', () => {
  it('verifies the address, pays, confirms and sees the record and its receipts', async () => {
    const page = await openUserCenter(journey.browser, journey.server.url, 'armadillo', '/membership');
    await sees(page, "You are registered. You don't have an active membership yet.");
    await sees(page, 'No membership records found');
    await sees(page, 'Verify your email address before you pay.');
    expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
    await expectAccessible(page);
    const other = await openTab(page);
    await other.goto(page.url());
    await sees(other, 'Verify your email address before you pay.');
    await page.getByRole('main').getByRole('link', { name: 'User Profile' }).last().click();
    await page.getByRole('textbox', { name: 'Verification code' }).fill(await code('armadillo'));
    await page.getByRole('button', { name: 'Verify' }).click();
    await sees(page, 'Your email address is verified.');
    await other.getByRole('button', { name: 'Pay as Student Member (HKD 120)' }).waitFor();
    await other.close();
    await page.getByRole('link', { name: 'Membership Status' }).first().click();

    const words = paidNow();
    await sees(page, `Valid until ${words}`);
    await page.getByRole('button', { name: 'Pay as Student Member (HKD 120)' }).waitFor();
    const card = await openCardPage(page);
    expect(new URL(card.url()).pathname).toBe('/_local/pay/professional');
    expect(new URL(card.url()).searchParams.get('client_reference_id')).toMatch(/^[\w-]{16,}$/);
    expect(await card.evaluate(() => window.opener)).toBeNull();
    await sees(card, 'HKD 360.00');
    await pay(card);
    await sees(card, 'Payment received');

    await confirm(page);
    await dialog(page).waitFor({ state: 'detached' });
    await sees(page, 'Your payment is confirmed.');
    await sees(page, `You are a Professional Member until ${words}.`);
    expect(await records(page).count()).toBe(1);
    const row = records(page).first();
    expect(await row.getByRole('rowheader').textContent()).toBe('Professional Member');
    expect(await row.textContent()).toContain('Online payment');
    await expectAccessible(page);

    const opened = page.context().waitForEvent('page');
    const receipt = row.getByRole('link', { name: 'Card receipt' });
    expect(await receipt.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    await receipt.click();
    await sees(await opened, 'Receipt from Asia Graphics Association');

    const document = await fetch(await openReceipt(page, row));
    expect(document.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await document.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });
});

describe('the payment dialog', () => {
  it('stays open after a double click on the button that opens it, opens the card page once more, and closes by Cancel, a click outside or Escape without a request, and restores the focus', async () => {
    const page = await enter('dragon');
    let requested = 0;
    await page.route('**/api/membership/confirm-payment', (route) => {
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
    await (await again).getByLabel('Card number').waitFor();
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
  });
});
