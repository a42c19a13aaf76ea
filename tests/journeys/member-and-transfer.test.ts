import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { importMembers } from '../support/api/import-members.ts';
import { listOfMembers } from '../support/api/lists.ts';
import { register, tokenOf } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, tabTo } from '../support/browser/keyboard.ts';
import { expectInView, loseReply, pressUnlocked, searchMembers, sees } from '../support/browser/pages.ts';
import { NO_REPLY } from '../support/browser/states.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const journey = productJourney({ now: '2026-03-02T02:00:00Z' });
beforeAll(async () => {
  const { url, ops } = journey.server;
  for (const username of ['lucy', 'hare', 'armadillo']) await register(url, username);
  await ops('grant-admin', 'lucy');
  await importMembers(url, await tokenOf(url, 'lucy'), listOfMembers(41));
});

/** The administrator in the list of members. */
const enter = () =>
  openUserCenter(journey.browser, journey.server.url, 'lucy', '/members', { hasClock: true });

async function openMember(page: Page, name: string) {
  await searchMembers(page, `${name}@`);
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await page.getByRole('button', { name: 'More', exact: true }).waitFor();
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Fills the dialog on top. */
async function fill(page: Page, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts))
    await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text);
}
const answer = (page: Page, name: string) =>
  pressUnlocked(page.getByRole('dialog').getByRole('button', { name, exact: true }));

it('a list keeps its page and filters through the page of a member, a reload, Back and Forward', async () => {
  const page = await enter();
  await page.getByLabel('Status').selectOption('Active');
  await searchMembers(page, '@models.example');
  await sees(page, 'Page 1 of 3 · 41 members');
  const names = () => page.getByRole('rowheader').allTextContents();
  const before = await names();
  const reply = Promise.withResolvers<void>();
  await page.route(
    '**/api/admin/members?**',
    async (route) => {
      await reply.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await press(page, 'Next page');
  // Until the next page is there, the old rows stay with their own label and are marked as busy.
  await page.locator('table[aria-busy=true]').waitFor();
  expect(await names()).toEqual(before);
  await sees(page, 'Page 1 of 3 · 41 members');
  reply.resolve();
  await sees(page, 'Page 2 of 3 · 41 members');
  expect(await page.locator('[aria-busy=true]').count()).toBe(0);
  const shown = await names();
  expect(shown).not.toEqual(before);

  await page.getByRole('rowheader').nth(1).getByRole('link').click();
  await sees(page, 'Created account by import');
  await page.reload();
  await press(page, 'Back to Members');
  await sees(page, 'Page 2 of 3 · 41 members');
  expect(await names()).toEqual(shown);
  expect(new URL(page.url())).toMatchObject({ search: '', hash: '#search=%40models.example&status=active' });
  // Back over the member to the list, to its first page, and to the filter before.
  for (let step = 0; step < 3; step += 1) await page.goBack();
  await sees(page, 'Page 1 of 3 · 41 members');
  await page.goBack();
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
  expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('active');
  await page.goForward();
  await sees(page, 'Page 1 of 3 · 41 members');
});

it('a member is added, unless the address is taken; another is edited although somebody else was faster, and verified', async () => {
  const page = await enter();
  await press(page, 'Add member...');
  const person = { 'First name': 'Asian', 'Last name': 'Dragon', Reason: 'Wrote to us' };
  await fill(page, { Email: 'armadillo@example.org', ...person });
  await answer(page, 'Add member');
  const adding = page.getByRole('dialog', { name: 'Add member' });
  await adding.getByRole('alert').filter({ hasText: 'Email already registered' }).waitFor();
  await adding.getByRole('button', { name: /^Open .* \(armadillo\)$/ }).waitFor();
  // A folded part of the form is opened for its error.
  const homepage = adding.getByLabel('Personal homepage');
  await fill(page, { Email: 'dragon@example.org' });
  await adding.getByText('Title, gender, degree, address and more').click();
  await homepage.fill('no address');
  await adding.getByText('Title, gender, degree, address and more').click();
  await answer(page, 'Add member');
  await homepage.and(page.locator(':focus')).waitFor();
  await homepage.fill('');
  await answer(page, 'Add member');
  await expectInView(page, 'Asian Dragon was added. We are sending the invitation.');
  expect(await focused(page)).toBe('Add member...');
  await page.getByRole('link', { name: 'Open the member' }).click();
  await sees(page, 'dragon@example.org');
  await press(page, 'Back to Members');

  await openMember(page, 'hare');
  await press(page, 'More');
  await press(page, 'Edit profile...');
  const dialog = page.getByRole('dialog', { name: 'Edit profile' });
  const affiliation = dialog.getByLabel('Affiliation');
  await affiliation.fill('Stanford University');
  // What was typed is not lost without a question.
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  const back = dialog.getByRole('button', { name: 'Cancel' });
  for (const leave of [() => page.keyboard.press('Escape'), () => back.click()]) {
    await leave();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await affiliation.inputValue()).toBe('Stanford University');
  }
  await fill(page, { 'Phone (optional)': '1'.repeat(41), Reason: 'Asked by email' });
  await answer(page, 'Save changes');
  await dialog.getByRole('alert').filter({ hasText: '40 characters' }).waitFor();
  await fill(page, { 'Phone (optional)': '+1 650 555 0100' });
  // What somebody else has changed stays, and fills the fields that were not changed here.
  await journey.server.office(({ editMember }) => editMember('hare', 'Moved', { country: 'Japan' }));
  await answer(page, 'Save changes');
  await dialog.getByRole('alert').filter({ hasText: 'Someone else has just changed this member.' }).waitFor();
  expect(await dialog.getByLabel('Country').inputValue()).toBe('Japan');
  expect(await affiliation.inputValue()).toBe('Stanford University');
  await loseReply(page, '/admin/member');
  await answer(page, 'Save changes');
  await sees(page, NO_REPLY);
  await answer(page, 'Save changes');
  await sees(page, 'Profile changed. The member gets an email about it.');
  await sees(page, 'Stanford University, Japan');
  await sees(page, 'Previous affiliation');
  await press(page, 'More');
  await press(page, 'Mark email as verified...');
  await fill(page, { Reason: 'Wrote to us from it' });
  await answer(page, 'Mark email as verified');
  await sees(page, /^hare@example.org \(verified\)$/);
});

it('a period is granted and voided, a transfer recorded, corrected and voided although replies are lost, and all of it is in the audit log', async () => {
  const page = await enter();
  await openMember(page, 'armadillo');
  await press(page, 'Grant membership period');
  await fill(page, { 'Start date': '2026-01-01', 'End date': '2029-01-01' });
  await answer(page, 'Grant membership period');
  await page.getByRole('alert').filter({ hasText: 'This field is required.' }).waitFor();
  await fill(page, { Reason: 'The board decided' });
  await answer(page, 'Grant membership period');
  await sees(page, 'Active until 1 January 2029');
  await press(page, 'Void membership period until 1 January 2029');
  await fill(page, { Reason: 'Granted in error' });
  await answer(page, 'Void membership period');
  await sees(page, /^Voided: .* · By: lucy · Reason: Granted in error$/);

  // The fee and today are filled in; another amount needs a reason, and is looked at before it is recorded.
  await press(page, 'Record bank transfer');
  const dialog = page.getByRole('dialog', { name: 'Record bank transfer' });
  await fill(page, { 'Bank reference': 'FPS 7' });
  expect(await dialog.getByLabel('Reason').count()).toBe(0);
  // The keyboard stays at the type while the fee follows it.
  await dialog.getByRole('radio', { name: 'Professional' }).focus();
  for (const type of ['Student', 'Professional']) {
    await page.keyboard.press('ArrowDown');
    await dialog.getByRole('radio', { name: type, checked: true }).and(page.locator(':focus')).waitFor();
  }
  await fill(page, { 'Amount (HKD)': '36' });
  await sees(page, "HKD 36.00 isn't the fee, which is HKD 360.00.");
  await fill(page, { Reason: 'On the statement' });
  await answer(page, 'Record transfer');
  const question = page.getByRole('dialog', { name: 'Is this right?' });
  await question.getByText(/^The membership will be valid until 1 January/).waitFor();
  await question.getByRole('button', { name: 'Back' }).click();
  await fill(page, { 'Amount (HKD)': '360.00' });
  await dialog.getByLabel('Reason').waitFor({ state: 'detached' });
  await loseReply(page, '/admin/member', '"isPreview":false');
  await answer(page, 'Record transfer');
  await sees(page, NO_REPLY);
  // It is still the same transfer.
  await answer(page, 'Record transfer');
  await sees(page, /^Bank transfer recorded\. The membership is valid until 1 January/);
  await sees(page, 'Reason: The fee of HKD 360.00');
  await expect.poll(() => page.getByRole('cell', { name: 'HKD 360.00', exact: true }).count()).toBe(1);
  // What is sent now is listed, also without a reply.
  await loseReply(page, '/admin/receipt');
  await press(page, 'Send receipt AG-000001 again');
  await sees(page, NO_REPLY);
  await page
    .getByRole('rowheader', { name: /^Your .*AG-000001$/ })
    .first()
    .waitFor();

  await press(page, 'Correct bank transfer FPS 7');
  await fill(page, { 'Bank reference': 'FPS 78', Reason: 'Misread' });
  await answer(page, 'Continue');
  await answer(page, 'Correct bank transfer');
  await sees(page, /^Bank transfer corrected\./);
  await press(page, 'Void bank transfer FPS 78');
  await fill(page, { Reason: 'It was a donation' });
  await page.getByRole('radio', { name: /^Recorded by mistake/ }).check();
  await answer(page, 'Void bank transfer');
  // Its button is gone, and the result is in view.
  await expect.poll(() => focused(page)).toBe('Bank transfer voided.');
  await expectInView(page, 'Bank transfer voided.');
  await page.getByRole('button', { name: 'Open AG-000002' }).waitFor();

  await page.getByRole('link', { name: 'Audit log' }).click();
  const entries = page.getByRole('listitem');
  const ofPeriod = entries.filter({ hasText: 'Voided membership period' }).first();
  await ofPeriod.waitFor();
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Recorded bank transfer');
  await ofPeriod.waitFor({ state: 'detached' });
  await entries.filter({ hasText: 'Recorded bank transfer' }).first().waitFor();
  const doneBy = page.getByRole('searchbox', { name: 'Done by' });
  await doneBy.fill('nobody');
  await sees(page, 'No entries in this month match the filters');
  await tabTo(page, 'Clear filters');
  await page.keyboard.press('Enter');
  await ofPeriod.waitFor();
  expect(await doneBy.inputValue()).toBe('');
  await expect.poll(() => doneBy.evaluate((box) => box === document.activeElement)).toBe(true);
});
