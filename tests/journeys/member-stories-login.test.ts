import { expect } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { codeIn, inboxOf, mailTo, register, tokenOf } from '../support/api/members.ts';
import { focused, press, tabTo, type } from '../support/browser/keyboard.ts';
import { expectFits, onEachLine, openLogin } from '../support/browser/lines.ts';
import { membershipJourney } from '../support/browser/membership.ts';
import { sees } from '../support/browser/pages.ts';
import { endSessionOnServer } from '../support/browser/user-center.ts';
import { openTab } from '../support/browser/windows.ts';

/** How members come in. */

/** The clock of a computer whose battery is empty. */
const BEFORE_EVERY_BIRTHDAY = new Date('1970-01-01T12:00:00Z');

const NEW_PASSWORD = 'a bunny in a box';

const { journey, code } = membershipJourney();

onEachLine(journey, ({ story, named, visitLogin, enter, choose, open, send, sendAndLoseReply }) => {
  story(
    'a visitor registers although the first reply is lost, logs in with the email address and verifies it',
    async () => {
      const username = named('newcomer');
      const email = `${username}@example.org`;
      const page = await visitLogin({ now: BEFORE_EVERY_BIRTHDAY });
      await press(page, 'Register');
      await expect.poll(() => focused(page)).toBe('Information Configuration');
      for (const [label, text] of [
        ['Username', username],
        ['Email', email],
        ['Password', PASSWORD],
        ['Confirm password', PASSWORD],
        ['First name', 'Utah'],
        ['Last name', 'Teapot'],
      ] as const)
        await type(page, label, text);
      await tabTo(page, 'Title');
      await page.keyboard.type('Dr');
      await tabTo(page, 'Male');
      await page.keyboard.press('Space');
      await tabTo(page, 'Date of birth');
      await page.keyboard.type('02281990');
      // Today, but never before the site was built: a clock behind must refuse no birthday.
      expect(await page.getByLabel('Date of birth').getAttribute('max')).toMatch(/^20[2-9]\d-\d\d-\d\d$/);
      await type(page, 'Affiliation', 'Kitchen of Test Models');
      await tabTo(page, 'Country');
      await page.keyboard.type('Sing');
      await type(page, 'Year of degree', '1996');
      await tabTo(page, 'Submit');
      const failed = 'Registration failed. Please try again.';
      await sendAndLoseReply(page, '/auth/register', failed);
      await send(page, { notice: failed });
      await sees(page, 'Registration successful!');
      await expect.poll(() => focused(page)).toBe('Login');
      expect(await page.getByLabel('Username or email').inputValue()).toBe(username);

      await type(page, 'Username or email', email);
      await type(page, 'Password', PASSWORD);
      await send(page);
      await page.getByRole('heading', { name: 'User Guide' }).waitFor();
      await page.goto(`${journey.server.url}/user/profile`);
      await type(page, 'Verification code', await code(username));
      await send(page);
      await sees(page, 'Your email address is verified.');
      await expectFits(page);
    },
  );

  story(
    'a member who has forgotten the password asks for a code, sets a new one although the first reply is lost, logs in with it and out',
    async () => {
      const { url } = journey.server;
      const username = named('forgetful');
      const email = await register(url, username);
      const page = await visitLogin();
      await press(page, 'Forgot password');
      await expect.poll(() => focused(page)).toBe('Forgot password');
      await type(page, 'Email', email);
      await tabTo(page, 'Get Auth Code');
      await send(page, { notice: 'An error occurred.', again: () => press(page, 'Get Auth Code') });
      await sees(page, 'Authentification code sent!');
      expect(await focused(page)).toMatch(/^Resend in \d+s$/);
      const subject = 'Your authentication code';
      const digits = codeIn(await mailTo(url, email, subject));
      const codes = (await inboxOf(url)).filter(
        (mail) => mail.to.includes(email) && mail.subject === subject,
      );
      expect(codes).toHaveLength(1);
      await type(page, 'Authentication code', digits);
      await type(page, 'New password', NEW_PASSWORD);
      await type(page, 'Confirm password', NEW_PASSWORD);
      await expectFits(page);
      const failed = 'Failed to reset password. Please try again.';
      await sendAndLoseReply(page, '/auth/resetPassword', failed);
      await send(page, { notice: failed });
      await sees(page, 'Password reset successful!');
      expect(await page.getByLabel('Username or email').inputValue()).toBe(username);
      await mailTo(url, email, 'Your password was changed');

      await type(page, 'Password', NEW_PASSWORD);
      await send(page);
      await page.getByRole('heading', { name: 'User Guide' }).waitFor();
      await choose(page, 'User Guide', 'Log Out');
      await page.getByRole('heading', { name: 'Login', level: 1 }).waitFor();
    },
  );

  story('a member whose session has ended reads so, logs in and goes on; a second tab follows', async () => {
    const { url } = journey.server;
    const username = named('interrupted');
    const page = await enter(username, '');
    await endSessionOnServer(page);
    await choose(page, 'User Guide', 'Password');
    await page.waitForURL(`${url}/login?redirect=%2Fuser%2Fpassword`);
    await sees(page, 'Your session has ended. Log in again to continue.');
    await expectFits(page);
    await page.reload();
    await page.locator('astro-island:not([ssr])').waitFor();
    expect(await page.getByText('Your session has ended.').count()).toBe(0);

    const other = await openTab(page);
    await openLogin(other, url);
    await page.bringToFront();
    await type(page, 'Username or email', username);
    await type(page, 'Password', PASSWORD);
    await tabTo(page, 'Remember Me');
    await page.keyboard.press('Space');
    await tabTo(page, 'Login');
    await send(page);
    await page.waitForURL(`${url}/user/password`);
    await page.getByRole('heading', { name: 'Password', level: 2 }).waitFor();
    await other.waitForURL(`${url}/user`);
  });

  story('a member sees a login that was somebody else’s', async () => {
    const { url } = journey.server;
    const username = named('suspicious');
    const email = `${username}@example.org`;
    const page = await enter(username, '');
    const elsewhere = await tokenOf(url, username);
    await page.goto(`${url}/user/profile`);
    await open(page, "This wasn't me");
    const sure = page.getByRole('dialog', { name: 'Log out everywhere?' });
    await sure.waitFor();
    await tabTo(page, 'Log out everywhere');
    await sendAndLoseReply(page, '/user/secure-account', "Can't connect to the server.");
    await press(page, "This wasn't me");
    await press(page, 'Log out everywhere');
    await sees(page, `We have sent a code to ${email}.`);
    await expectFits(page);
    const { status } = await fetch(`${url}/api/userinfo`, {
      headers: { authorization: `Bearer ${elsewhere}` },
    });
    expect(status).toBe(401);
    await mailTo(url, email, 'Set a new password for your account');
    // The second try can't know whether the first one sent it.
    const mail = await mailTo(url, email, 'Your authentication code');
    // The email is opened beside it.
    const fromEmail = await openTab(page);
    await fromEmail.goto(`${url}/login?form=forgot`);
    await fromEmail.getByLabel('Authentication code').waitFor();
    await page.bringToFront();
    await press(page, 'Set new password');
    await page.waitForURL(/form=forgot/);
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
    await sees(page, 'Authentification code sent!');
    await type(page, 'Authentication code', codeIn(mail));
    await type(page, 'New password', NEW_PASSWORD);
    await type(page, 'Confirm password', NEW_PASSWORD);
    await send(page, { notice: 'Failed to reset password. Please try again.' });
    await sees(page, 'Password reset successful!');
    expect(await page.getByLabel('Username or email').inputValue()).toBe(username);
    await expectFits(page);
  });
});
