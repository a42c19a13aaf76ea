import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { mailTo, register } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, press, tabTo, type } from '../support/browser/keyboard.ts';
import { sees, unlocked } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

/** An administrator without a mouse. */

const journey = productJourney();
beforeAll(async () => {
  const { url, ops, office } = journey.server;
  for (const username of ['lucy', 'gyroid', 'bunny']) await register(url, username);
  await ops('grant-admin', 'lucy');
  await office(({ markEmailVerified }) => markEmailVerified('bunny', 'Test'));
});

const enter = (path: string): Promise<Page> =>
  openUserCenter(journey.browser, journey.server.url, 'lucy', path, {
    hasClock: true,
    // The preview's frame blocks the script that moves the clock, as it should.
    expected: /Blocked script execution in 'about:srcdoc'/,
  });

it('a member is found, opened, disabled and enabled', async () => {
  const page = await enter('/members');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('gyroid@');
  await sees(page, '1 member');
  await tabTo(page, 'Select all on this page');
  await page.keyboard.press('Space');
  await press(page, 'Clear selection');
  expect(await focused(page)).toBe('Select all on this page');
  await press(page, 'Utah Teapot, gyroid');
  await sees(page, 'Back to Members');
  // What was pressed is gone.
  await expect.poll(() => focused(page)).toContain('Utah Teapot');
  // Escape closes what More opened, and a choice in it opens a dialog.
  await press(page, 'More');
  await tabTo(page, 'Edit profile...');
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe('More');
  for (const [action, sentence] of [
    ['Disable account...', 'Account disabled.'],
    ['Enable account...', 'Account enabled.'],
  ] as const) {
    await page.keyboard.press('Enter');
    await press(page, action);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('As the board decided');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await sees(page, sentence);
    // The focus is back where the action began.
    await expect.poll(() => focused(page)).toBe('More');
  }
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toBe('Back to Members');
  await page.keyboard.press('Enter');
  await sees(page, '1 member');
  expect(await focused(page)).toBe('Utah Teapot, gyroid');
});

it('a letter is addressed, written, reviewed and sent', async () => {
  const page = await enter('/email');
  const { keyboard } = page;
  await press(page, 'Choose recipients');
  await tabTo(page, 'Status');
  await keyboard.type('All');
  await keyboard.press('Shift+Tab');
  await keyboard.type('bunny@');
  await page.getByRole('status').getByText('1 member', { exact: true }).waitFor();
  await tabTo(page, 'Select all on this page');
  await keyboard.press('Space');
  await press(page, 'Use 1 recipient');
  expect(await focused(page)).toBe('Change recipients');
  await type(page, 'Subject', 'By keyboard');
  // The toolbar is one Tab stop, through which the arrow keys move.
  const content = page.getByRole('textbox', { name: 'Content' });
  await keyboard.press('Tab');
  for (const _ of ['Subheading', 'Bold']) await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await content.and(page.locator(':focus')).waitFor();
  await keyboard.type('Bold words');
  await content.locator('strong').getByText('Bold words').waitFor();
  await tabTo(page, 'Send');
  expect(await focused(page)).toBe('Send now');
  await press(page, 'Send');
  await page.getByRole('dialog', { name: 'Send this email?' }).waitFor();
  await unlocked(page.getByRole('button', { name: 'Send to 1 recipient' }));
  await press(page, 'Send to 1 recipient');
  await sees(page, 'Your email is being sent. Follow its progress in the Outbox.');
  await mailTo(journey.server.url, 'bunny@example.org', 'By keyboard');
});
