import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/browser/axe.ts';
import { mailJourney } from '../support/browser/journey.ts';
import { press } from '../support/browser/keyboard.ts';
import { overflowOf } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const journey = mailJourney();
const MINUTE = 60_000;

/** The administrator on the page of a member. */
async function openMember(uid: string, view: { width?: number; dark?: boolean }) {
  const { pipeline, url } = journey.server;
  await pipeline.reauthenticate();
  const expected = /Failed to load resource|Blocked script execution in 'about:srcdoc'/;
  const page = await openUserCenter(journey.browser, url, 'utah_teapot', '', {
    ...view,
    now: pipeline.time.now,
    expected,
  });
  await page.goto(`${url}/user/members?uid=${uid}`);
  await page.getByRole('heading', { name: 'Emails', exact: true }).waitFor();
  return page;
}

const uidOf = async (username: string) => (await journey.server.pipeline.operator.findMember(username)).uid;

/** A member whose codes, notices and emails to members SES bounces. */
async function registerDragon() {
  const { pipeline } = journey.server;
  await pipeline.register({ userName: 'dragon', email: 'bounce+dragon@example.org' });
  await pipeline.operator.markEmailVerified('dragon');
  await pipeline.sendCodesAndNotices();
  pipeline.pass(MINUTE);
  await pipeline.send(['bounce+dragon@example.org'], {
    subject: 'A call for papers on the rendering of dragons, teapots and other test models',
  });
  await pipeline.work();
  await pipeline.hear();
  pipeline.pass(MINUTE);
}

describe('an administrator on the page of a member', () => {
  it('sees where each email went', async () => {
    await registerDragon();
    const page = await openMember(await uidOf('dragon'), { width: 390, dark: true });
    const rows = page.getByRole('row');
    await rows.filter({ hasText: 'Code or notice' }).getByText('Bounced').waitFor();
    await rows.filter({ hasText: 'Welcome to AG' }).getByText('550 5.1.1').waitFor();
    const campaign = rows.filter({ hasText: 'Email to members' });
    await campaign.getByText('Skipped').waitFor();
    await campaign.getByText('Blocked address').waitFor();
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page);
    await press(page, 'A call for papers');
    await page.getByRole('heading', { name: /A call for papers/ }).waitFor();
    await page.getByRole('button', { name: 'Skipped 1' }).waitFor();
  });
});
