import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/browser/axe.ts';
import { mailJourney } from '../support/browser/journey.ts';
import { press, type } from '../support/browser/keyboard.ts';
import { overflowOf, pressUnlocked, sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';
import { sizedViews } from '../support/sizes.ts';

const journey = mailJourney();
const MINUTE = 60_000;

/** The administrator on the page of a member. */
async function openMember(uid: string, view: { width?: number; dark?: boolean } = {}, routes = {}) {
  const { pipeline, url } = journey.server;
  await pipeline.reauthenticate();
  const expected = /Failed to load resource|Blocked script execution in 'about:srcdoc'/;
  const page = await openUserCenter(journey.browser, url, 'utah_teapot', '', {
    ...view,
    now: pipeline.time.now,
    expected,
  });
  for (const [address, answer] of Object.entries(routes)) await page.route(address, answer as never);
  await page.goto(`${url}/user/members?uid=${uid}`);
  await page.getByRole('heading', { name: 'Notes' }).waitFor();
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
  it('writes a note and deletes it, with the keyboard alone', async () => {
    const { pipeline } = journey.server;
    await pipeline.register({ userName: 'hare', email: 'hare@example.org' });
    const page = await openMember(await uidOf('hare'), { width: 390 });
    await sees(page, 'No notes yet');
    await sees(page, 'The member can read notes in their data export.');
    await page.getByRole('heading', { name: 'Notes' }).click();
    await press(page, 'Add note');
    await page.getByRole('alert').filter({ hasText: 'required' }).waitFor();
    await expectAccessible(page);
    await type(page, 'New note', 'Asked for an invoice\nto the university');
    await pressUnlocked(page.getByRole('button', { name: 'Add note' }));
    await sees(page, 'Note added.');
    await sees(page, /Asked for an invoice\s+to the university/);
    await sees(page, 'By utah_teapot');
    await sees(page, 'Added note');
    expect(await page.getByLabel('New note').inputValue()).toBe('');
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page);
    await press(page, 'Delete');
    await page.getByRole('dialog').waitFor();
    await press(page, 'Delete note');
    await sees(page, 'Note deleted.');
    await sees(page, 'No notes yet');
    await sees(page, 'Deleted note');
  });

  it('is told when somebody else has deleted a note, and what was typed is kept after a failure', async () => {
    const { pipeline } = journey.server;
    const uid = await uidOf('utah_teapot');
    const page = await openMember(uid, { dark: true });
    await page.getByLabel('New note').fill('Chairs the committee');
    await page.route('**/api/admin/member-notes', (route) => route.abort());
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByLabel('New note').inputValue()).toBe('Chairs the committee');
    await page.unroute('**/api/admin/member-notes');
    await page.getByRole('button', { name: 'Back to Members' }).click();
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('New note').inputValue()).toBe('Chairs the committee');
    await pressUnlocked(page.getByRole('button', { name: 'Add note' }));
    await sees(page, 'Note added.');
    const deletion = page.getByRole('button', { name: /^Delete note of/ });
    await deletion.waitFor();
    const { items } = await pipeline.deps.notes.listNotes(uid, 1);
    await pipeline.deps.table.commit(items.map(({ id }) => pipeline.deps.notes.deleteWrite(uid, id)));
    await deletion.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
    await sees(page, "This note doesn't exist.");
    await sees(page, 'No notes yet');
    await page.getByLabel('New note').fill('Never mind');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.getByLabel('Type of import').waitFor();
  });

  it.each(sizedViews({ width: 390, dark: true }, {}))('sees where each email went: %j', async (view) => {
    if (!(await journey.server.pipeline.deps.members.findMemberByUsername('dragon'))) await registerDragon();
    const page = await openMember(await uidOf('dragon'), view);
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

  it('sees that there are none, and what to do if they can’t be loaded', async () => {
    const { pipeline } = journey.server;
    await pipeline.addMembers([{ uid: '20000000' }]);
    let isBroken = true;
    let open = () => {};
    const held = new Promise<void>((resolve) => {
      open = resolve;
    });
    const page = await openMember(
      '20000000',
      { width: 390 },
      {
        '**/api/admin/member-emails*': async (route: {
          fulfill: (reply: object) => unknown;
          continue: () => unknown;
        }) => {
          await held;
          return isBroken
            ? route.fulfill({ status: 500, json: { error: 'internal-error', message: 'Server error' } })
            : route.continue();
        },
      },
    );
    await page.getByRole('status', { name: 'Loading emails' }).waitFor();
    await expectAccessible(page);
    open();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expectAccessible(page);
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No emails yet').waitFor();
    await expectAccessible(page);
  });
});
