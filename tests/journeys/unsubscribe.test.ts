import { beforeAll, expect, it } from 'vitest';
import { dataOf, inboxOf, mailTo, register, sendTestEmail, tokenOf } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused } from '../support/browser/keyboard.ts';
import { sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const journey = productJourney();
let token: string;
beforeAll(async () => {
  const { url, ops } = journey.server;
  await register(url, 'lucy');
  await ops('grant-admin', 'lucy');
  token = await tokenOf(url, 'lucy');
});

/** What the server has. */
const preferences = () => dataOf(journey.server.url, '/user/mail-preferences', token);

/** The link with which an email that was just sent is unsubscribed from. */
async function linkOfEmail(): Promise<string> {
  const { url } = journey.server;
  await sendTestEmail(url, token, 'With a way out');
  await mailTo(url, 'lucy@example.org', '[Test] With a way out');
  const mail = (await inboxOf(url)).find(({ subject }) => subject === '[Test] With a way out');
  return /<(https?:[^>]+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
}

it('a member unsubscribes with the link in an email, sees it in the profile, and subscribes again', async () => {
  const { url } = journey.server;
  const link = await linkOfEmail();
  const page = await openUserCenter(journey.browser, url, 'lucy', '/profile');
  await sees(page, 'You receive announcements');
  // Emails of earlier versions link to themselves in a browser.
  await page.goto(`${url}/mail#${'c'.repeat(32)}.20000001.${'h'.repeat(43)}`);
  await sees(page, 'Emails can no longer be viewed in the browser: the email itself has the whole text.');
  await page.goto(`${url}/unsubscribe?token=20000001.announcements`);
  await sees(page, 'This link is incomplete. Open it from the email again.');
  expect(await page.getByRole('button', { name: 'Unsubscribe' }).count()).toBe(0);
  await page.goto(link);
  await page.getByRole('button', { name: 'Unsubscribe' }).waitFor();
  expect(await preferences()).toEqual({ announcements: true, suppressedBecause: null });
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await sees(page, 'You have unsubscribed from announcements.');
  expect(await focused(page)).toMatch(/^You have unsubscribed/);
  expect(await preferences()).toEqual({ announcements: false, suppressedBecause: null });

  await page.getByRole('link', { name: 'user profile' }).click();
  await sees(page, 'You have unsubscribed from announcements');
  await page.getByRole('button', { name: 'Subscribe to announcements' }).click();
  await sees(page, 'Email preferences saved.');
  await page.getByRole('button', { name: 'Unsubscribe from announcements' }).waitFor();
  expect(await preferences()).toEqual({ announcements: true, suppressedBecause: null });
});
