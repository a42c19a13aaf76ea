import { expect, it } from 'vitest';
import { codeIn, inboxOf, mailTo, register } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, press } from '../support/browser/keyboard.ts';
import { expectNotice, loseReply, pressAgain, replyTo } from '../support/browser/pages.ts';
import { openLogin, openWindow } from '../support/browser/user-center.ts';

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
