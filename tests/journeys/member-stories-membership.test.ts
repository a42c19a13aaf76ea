import { expect } from 'vitest';
import { mailTo } from '../support/api/members.ts';
import { focused, press, tabTo } from '../support/browser/keyboard.ts';
import { expectFits, onEachLine, slowDown } from '../support/browser/lines.ts';
import { dialog, membershipJourney, pay, records, WRONG_CLOCK } from '../support/browser/membership.ts';
import { expectInView, sees } from '../support/browser/pages.ts';

/** What members do with their membership, in a December that their browser knows nothing of. */

const { journey, registerVerified } = membershipJourney({
  now: '2026-12-10T02:00:00Z',
  hasDemoAccounts: true,
});

onEachLine(journey, ({ story, isSlow, named, enter, choose, open, send }) => {
  story(
    'a member whose browser has another year reads the server’s day on every screen, pays, and opens the receipt',
    async () => {
      const username = named('payer');
      const email = await registerVerified(username);
      const page = await enter(username, '', { now: WRONG_CLOCK });
      await sees(
        page,
        'If yours ends on 1 January 2027, we will send you a reminder at the end of 2026. Renew by that day, and your membership stays active until 1 January 2028.',
      );
      await choose(page, 'User Guide', 'User Profile');
      await open(page, 'Edit');
      await expect.poll(() => focused(page)).toBe('Username');
      expect(await page.getByLabel('Date of birth').getAttribute('max')).toBe('2026-12-10');
      await press(page, 'Discard Changes');
      await expect.poll(() => focused(page)).toBe('Edit');
      await choose(page, 'User Profile', 'Membership Status');
      await sees(page, 'Valid until 1 January 2028');

      const opened = page.context().waitForEvent('page');
      await open(page, 'Pay as Student Member');
      const card = await opened;
      await pay(card);
      await sees(card, 'Payment received');
      expect(page.context().pages()).toHaveLength(2);
      await card.close();
      await dialog(page).waitFor();
      expect(await focused(page)).toBe('Cancel');
      await expectFits(page);
      await tabTo(page, 'Confirm');
      // The dialog closes with any result.
      await send(page, { again: () => press(page, 'Try again') });
      await sees(page, 'Your payment is confirmed.');
      await sees(page, 'You are a Student Member until 1 January 2028.');
      expect(await records(page).count()).toBe(1);
      // The pressed button was removed.
      expect(await focused(page)).toMatch(/^Your payment is confirmed/);
      await expectFits(page);

      const { url } = journey.server;
      await mailTo(url, email, 'Payment received: you are a member until 1 January 2028');
      let receipt = '';
      page.context().on('request', (request) => {
        if (request.url().includes('receipts/AG-')) receipt = request.url();
      });
      await tabTo(page, 'Receipt AG-');
      await send(page);
      // It is made in the background, and the panel says so until then.
      await expect
        .poll(
          async () => {
            if (receipt === '') await page.keyboard.press('Enter');
            return receipt;
          },
          { interval: 1000 },
        )
        .not.toBe('');
      expect((await fetch(receipt)).headers.get('content-type')).toBe('application/pdf');
    },
  );

  story(
    'a member creates the membership card, opens it as a page of its own, gives it a new link and deletes it',
    async () => {
      const password = journey.server.passwordOf('bunny');
      const page = await enter('bunny', '/membership', { password, now: WRONG_CLOCK });
      await tabTo(page, 'Create membership card');
      await send(page);
      await sees(page, 'Membership card created.');
      await expect.poll(() => focused(page)).toBe('Membership card created.');
      await page.locator('.membership-card__code path').waitFor();
      await expectInView(page, 'Membership card created.');
      await expectFits(page);
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', '');
      });
      await press(page, 'Print');
      await page.locator('[data-printed]').waitFor();

      const opened = page.context().waitForEvent('page');
      await press(page, 'Open as a page of its own');
      const phone = await opened;
      if (isSlow) await slowDown(phone);
      await sees(phone, 'Stanford Bunny');
      await tabTo(phone, 'Check again');
      await send(phone, { notice: "We couldn't check the card now." });
      await phone.getByText("We couldn't check the card now.").waitFor({ state: 'detached' });
      await phone.close();

      for (const [button, result] of [
        ['Replace link', 'New link created. The old link no longer works.'],
        ['Delete card', 'Membership card deleted. Its link no longer works.'],
      ] as const) {
        const confirm = async () => {
          await page.getByRole('dialog').waitFor();
          expect(await focused(page)).toBe('Cancel');
          await tabTo(page, button);
        };
        await open(page, button);
        await confirm();
        await send(page, {
          // The dialog closes with any result.
          async again() {
            expect(await focused(page)).toBe(button);
            await page.keyboard.press('Enter');
            await confirm();
            await page.keyboard.press('Enter');
          },
        });
        await sees(page, result);
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        expect(await focused(page)).toBe(button === 'Delete card' ? result : button);
      }
      await expectFits(page);
    },
  );
});
