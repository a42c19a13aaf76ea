import { expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { codeIn, inboxOf, mailTo, register, tokenOf } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, press, tabTo, type } from '../support/browser/keyboard.ts';
import { endLocks, expectNotice, loseReply, pressAgain, replyTo, sees } from '../support/browser/pages.ts';
import { openLogin, openUserCenter, openWindow } from '../support/browser/user-center.ts';
import { openTab } from '../support/browser/windows.ts';

const NEW_PASSWORD = 'a bunny in a box';
const SUBJECT = 'Your authentication code';
const FAILED = 'Failed to reset password. Please try again.';

const journey = productJourney();

it('a member who has forgotten the password reads what is wrong where it is wrong, gets one code, sets a new password although the first reply is lost, and logs in with it', async () => {
  const { url } = journey.server;
  const email = await register(url, 'forgetful');
  const page = await openWindow(journey.browser, { hasClock: true });
  await openLogin(page, url);
  await press(page, 'Forgot password');
  await expect.poll(() => focused(page)).toBe('Forgot password');
  const enter = (label: string, text: string) =>
    page.getByRole('textbox', { name: label, exact: true }).fill(text);
  const code = 'Authentication code';
  await pressAgain(page, 'Get Auth Code');
  await expectNotice(page, 'Please enter your email first', 'Email');
  await enter('Email', 'teapot@kitchen');
  await pressAgain(page, 'Get Auth Code');
  await expectNotice(page, 'Failed to send auth code. Please try again.', code);
  await expectNotice(page, 'Enter a valid email address.', 'Email');
  await replyTo(page, '/auth/forgetPassword', 'no reply');
  await enter('Email', email);
  await pressAgain(page, 'Get Auth Code');
  await expectNotice(page, 'An error occurred.');
  await page.unrouteAll();

  const resend = page.getByRole('button', { name: /^Resend in \d+s$/ });
  for (const address of ['nobody@example.org', email]) {
    await enter('Email', address);
    const width = (await page.getByRole('button', { name: 'Get Auth Code' }).boundingBox())?.width;
    await pressAgain(page, 'Get Auth Code');
    await page.getByRole('status').filter({ hasText: 'Authentification code sent!' }).waitFor();
    expect(await resend.textContent()).toMatch(/^Resend in (60|59|58)s$/);
    expect((await resend.boundingBox())?.width).toBe(width);
    expect(await resend.getAttribute('aria-disabled')).toBe('true');
    await page.clock.fastForward(55_000);
    expect(await resend.count()).toBe(1);
    await page.clock.fastForward(6000);
    await resend.waitFor({ state: 'detached' });
  }
  await enter(code, '00000000');
  for (const label of ['New password', 'Confirm password']) await enter(label, NEW_PASSWORD);
  await pressAgain(page, 'Submit');
  await expectNotice(page, FAILED);
  await expectNotice(page, 'This code is wrong or has expired.', code);

  await enter(code, codeIn(await mailTo(url, email, SUBJECT)));
  const codes = (await inboxOf(url)).filter(({ to, subject }) => to.includes(email) && subject === SUBJECT);
  expect(codes).toHaveLength(1);
  await loseReply(page, '/auth/resetPassword');
  await pressAgain(page, 'Submit');
  await page.getByText('This code is wrong or has expired.').waitFor({ state: 'detached' });
  await expectNotice(page, FAILED);
  await pressAgain(page, 'Submit');
  await expectNotice(page, 'Password reset successful!');
  expect(await page.getByLabel('Username or email').inputValue()).toBe('forgetful');
  await mailTo(url, email, 'Your password was changed');
  await enter('Password', NEW_PASSWORD);
  await pressAgain(page, 'Login');
  await page.getByRole('heading', { name: 'User Guide' }).waitFor();
});

it('a member logs out a login that was somebody else’s, although the first reply is lost, and sets a new password in the tab that was open or in the one from the email', async () => {
  const { url } = journey.server;
  const email = await register(url, 'suspicious');
  const elsewhere = await tokenOf(url, 'suspicious');
  const view = { width: 390, hasClock: true };
  const page = await openUserCenter(journey.browser, url, 'suspicious', '/profile', view);
  await press(page, "This wasn't me");
  await page.getByRole('dialog', { name: 'Log out everywhere?' }).waitFor();
  await loseReply(page, '/user/secure-account');
  await press(page, 'Log out everywhere');
  await sees(page, "Can't connect to the server.");
  await endLocks(page);
  await press(page, "This wasn't me");
  await press(page, 'Log out everywhere');
  await sees(page, `We have sent a code to ${email}.`);
  const authorization = `Bearer ${elsewhere}`;
  expect((await fetch(`${url}/api/userinfo`, { headers: { authorization } })).status).toBe(401);
  await mailTo(url, email, 'Set a new password for your account');
  // The second try can't know whether the first one sent it.
  const mail = await mailTo(url, email, SUBJECT);
  const fromEmail = await openTab(page);
  await openLogin(fromEmail, url, '?form=forgot');
  await fromEmail.getByLabel('Authentication code').waitFor();
  await page.bringToFront();
  await press(page, 'Set new password');
  await page.waitForURL(/form=forgot/);
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
  await sees(page, 'Authentification code sent!');
  await type(page, 'Authentication code', codeIn(mail));
  await type(page, 'New password', NEW_PASSWORD);
  await type(page, 'Confirm password', PASSWORD);
  await tabTo(page, 'Submit');
  await page.keyboard.press('Enter');
  await sees(page, 'Passwords do not match!');
  await endLocks(page);
  await type(page, 'Confirm password', NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await sees(page, 'Password reset successful!');
  expect(await page.getByLabel('Username or email').inputValue()).toBe('suspicious');
});
