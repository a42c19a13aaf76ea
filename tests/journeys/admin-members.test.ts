import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { listOfOldMembers } from '../support/api/lists.ts';
import { register } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, tabTo } from '../support/browser/keyboard.ts';
import { download, expectInView, pressUnlocked, searchMembers, sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const journey = productJourney();
// The server reads the list of members once a minute, so these must exist before it does.
beforeAll(async () => {
  for (const username of ['lucy', 'armadillo', 'gyroid', 'menger'])
    await register(journey.server.url, username);
  await ops('grant-admin', 'lucy');
  // Whom a search for the others leaves out: until then the list has one more.
  await journey.server.office(({ addMember }) =>
    addMember({
      email: 'koch@curves.example',
      username: '',
      firstName: 'Fractal',
      lastName: 'Koch',
      affiliation: 'Institute of Curves',
      category: 'ordinary',
      emailVerified: false,
      isInvited: false,
      reason: 'On the list',
    }),
  );
});

const ops = (...args: string[]) => journey.server.ops(...args);

/** The administrator in one of the views of Members. */
async function enterMembers(width = 1440, dark = false, view = '') {
  const { url } = journey.server;
  // The browser logs failed calls, even intended ones.
  const expected = /Failed to load resource/;
  const options = { width, dark, expected, hasClock: true };
  return openUserCenter(journey.browser, url, 'lucy', `/members${view}`, options);
}

/** Chooses the list to import. */
const selectFile = (page: Page, text: string, encoding: BufferEncoding = 'utf8') =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) });

it('an administrator selects members, changes them, saves the filter, writes to them and removes the filter', async () => {
  const page = await enterMembers(390, true);
  const search = page.getByRole('searchbox');
  await search.fill('kitchen test models');
  await sees(page, 'Page 1 of 1 · 4 members');
  const selectPage = page.getByLabel('Select all on this page');
  await selectPage.check();
  await sees(page, '4 selected');
  await page
    .getByRole('row', { name: /armadillo/ })
    .getByRole('checkbox')
    .uncheck();
  await sees(page, '3 selected');
  expect(await selectPage.isChecked()).toBe(false);

  await page.getByRole('button', { name: 'Change category...' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('For 3 members.').waitFor();
  await dialog.getByLabel('Honorary').check();
  await dialog.getByLabel('Reason').fill('As the board decided');
  await pressUnlocked(dialog.getByRole('button', { name: 'Change category' }));
  await sees(page, '3 members changed.');

  await page.getByLabel('Category').selectOption('Honorary');
  await page.getByRole('button', { name: 'Save segment...' }).click();
  await dialog.getByLabel('Name').fill('Honorary members');
  await pressUnlocked(dialog.getByRole('button', { name: 'Save segment' }));
  await sees(page, 'Segment "Honorary members" saved.');
  expect(await page.getByLabel('Segment').inputValue()).toBe('Honorary members');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send email' }).click();
  await page.getByRole('heading', { name: 'Send Email' }).waitFor();
  await sees(page, /3 recipients added from Members\./);
  await page.getByRole('button', { name: 'Remove all 3 recipients' }).waitFor();
  await page.getByLabel('Segment').selectOption('Honorary members');
  await sees(page, 'Page 1 of 1 · 3 members');
  await expectAccessible(page);

  await page.goto(`${journey.server.url}/user/members`);
  await page.getByLabel('Segment').selectOption('Honorary members');
  await page.getByRole('button', { name: 'Remove segment...' }).click();
  await dialog.getByRole('button', { name: 'Remove segment' }).click();
  await sees(page, 'Segment "Honorary members" removed.');
});

describe('an administrator at Members', () => {
  it('searches, opens, grants and voids a period, records, corrects and voids a transfer, all of which is in the audit log', async () => {
    const page = await enterMembers();
    await page.getByRole('button', { name: 'Add member...' }).click();
    const adding = page.getByRole('dialog', { name: 'Add member' });
    const fields = { Email: 'armadillo@example.org', 'First name': 'Asian', 'Last name': 'Dragon' };
    for (const [label, value] of Object.entries({ ...fields, Reason: 'Wrote to us' }))
      await adding.getByLabel(label, { exact: true }).fill(value);
    await adding.getByRole('button', { name: 'Add member' }).click();
    await adding.getByRole('alert').filter({ hasText: 'Email already registered' }).waitFor();
    await adding.getByRole('button', { name: /^Open .* \(armadillo\)$/ }).waitFor();
    await expectAccessible(page);
    await adding.getByLabel('Email', { exact: true }).fill('dragon@example.org');
    await pressUnlocked(adding.getByRole('button', { name: 'Add member' }));
    await expectInView(page, 'Asian Dragon was added. We are sending the invitation.');
    expect(await focused(page)).toBe('Add member...');
    await page.getByRole('searchbox').fill('armadillo@');
    await sees(page, 'Page 1 of 1 · 1 member');
    await page.getByRole('link', { name: /armadillo/ }).click();
    await page.getByRole('button', { name: 'Grant membership period' }).click();

    const dialog = page.getByRole('dialog');
    const fill = async (fields: Record<string, string>) => {
      for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
    };
    await fill({ 'Start date': '2026-01-01', 'End date': '2029-01-01' });
    await dialog.getByRole('button', { name: 'Grant membership period' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'This field is required.' }).waitFor();
    await fill({ Reason: 'The board decided' });
    await pressUnlocked(dialog.getByRole('button', { name: 'Grant membership period' }));
    await sees(page, 'Active until 1 January 2029');

    await page.getByRole('button', { name: 'Void membership period until 1 January 2029' }).click();
    await fill({ Reason: 'Granted in error' });
    await dialog.getByRole('button', { name: 'Void membership period' }).click();
    await sees(page, /^Voided: .* · By: lucy · Reason: Granted in error$/);

    await page.getByRole('button', { name: 'Record bank transfer' }).click();
    await fill({
      'Amount (HKD)': '36',
      Date: '2026-01-05',
      'Bank reference': 'FPS 7',
      Reason: 'On the statement',
    });
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await sees(page, "HKD 36.00 isn't the fee, which is HKD 360.00.");
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await fill({ 'Amount (HKD)': '360' });
    await pressUnlocked(dialog.getByRole('button', { name: 'Continue' }));
    const question = page.getByRole('dialog', { name: 'Is this right?' });
    await question.getByText(/^The membership will be valid until 1 January/).waitFor();
    expect(await question.getByRole('alert').count()).toBe(0);
    await question.getByRole('button', { name: 'Record bank transfer' }).click();
    await sees(page, /^Bank transfer recorded\. The membership is valid until 1 January/);
    await sees(page, 'HKD 360.00');

    await page.getByRole('button', { name: 'Correct bank transfer FPS 7' }).click();
    await fill({ 'Bank reference': 'FPS 78', Reason: 'Misread' });
    await pressUnlocked(dialog.getByRole('button', { name: 'Continue' }));
    await dialog.getByRole('button', { name: 'Correct bank transfer' }).click();
    await sees(page, /^Bank transfer corrected\./);

    await page.getByRole('button', { name: 'Void bank transfer FPS 78' }).click();
    await fill({ Reason: 'It was a donation' });
    await dialog.getByRole('radio', { name: /^Recorded by mistake/ }).check();
    await dialog.getByRole('button', { name: 'Void bank transfer' }).click();
    // Its button is gone, and the result is in view.
    await expect.poll(() => focused(page)).toBe('Bank transfer voided.');
    await expectInView(page, 'Bank transfer voided.');
    await page.getByRole('button', { name: 'Open AG-000002' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Audit log' }).click();
    const entries = page.getByRole('listitem');
    await entries.filter({ hasText: 'Voided membership period' }).first().waitFor();
    await entries.filter({ hasText: 'Recorded bank transfer' }).first().waitFor();
    await page.getByRole('combobox', { name: 'Action' }).selectOption('Recorded bank transfer');
    await entries.filter({ hasText: 'Voided membership period' }).first().waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Done by' }).fill('nobody');
    await sees(page, 'No entries in this month match the filters');
    await expectAccessible(page);
    await tabTo(page, 'Clear filters');
    await page.keyboard.press('Enter');
    await entries.filter({ hasText: 'Voided membership period' }).first().waitFor();
    expect(await page.getByRole('searchbox', { name: 'Done by' }).inputValue()).toBe('');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('placeholder'))).toBe(
      'Username or operator',
    );
  });

  it('corrects and imports a list, and exports the members shown', async () => {
    const page = await enterMembers(390, true);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await selectFile(page, 'Email,First name,Last name\nspot,Spot,"=1+1"\n');
    await sees(page, 'Enter a valid email address.');
    await selectFile(page, 'Email;First name;Last name\r\nspot@models.example;Spot;"=1+1"\r\n');
    await page.getByRole('button', { name: 'Import 1 member' }).click();
    await expect.poll(() => focused(page)).toMatch(/^Import finished\. Added: 1\./);
    await page.getByRole('button', { name: 'Members', exact: true }).click();
    await page.getByRole('searchbox').fill('spot@models.example');
    await sees(page, 'Page 1 of 1 · 1 member');
    await page.getByRole('button', { name: 'Export...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export members' });
    await dialog.getByLabel('Phone').check();
    await dialog.getByLabel('Country').uncheck();
    const { text } = await download(page, dialog.getByRole('button', { name: 'Export as CSV' }).click());
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/"Affiliation","Phone"$/);
    expect(lines[1]).toContain(`"Spot","'=1+1","spot@models.example"`);
    await sees(page, /^1 member exported to members-.*\.csv\.$/);
    await expectAccessible(page);
  });
});

/** More than the page shows. */
const STRANGERS = 30;

describe('an import', () => {
  it('of attendance leaves out people who are no members, and lists them', async () => {
    const page = await enterMembers(390, false, '?view=import');
    await page.getByLabel('Type of import').selectOption('Conference attendance');
    await page.getByText('Columns and example file').click();
    await expectAccessible(page);
    const strangers = Array.from({ length: STRANGERS }, (_, n) => `stranger${n}@example.org,Stranger ${n},x`);
    await selectFile(
      page,
      ['E-Mail,Full name,Where', 'gyroid@example.org,Gyroid,x', ...strangers].join('\n'),
    );
    await sees(page, `${STRANGERS + 1} rows checked. 1 correction is needed.`);
    await page.getByLabel('Used as: Where').focus();
    await page.keyboard.type('Confer');
    await sees(page, `${STRANGERS + 1} rows checked. Nothing has been imported yet.`);
    await page.locator('select[aria-label="Used as: Where"]:focus').waitFor();
    await page.getByText(`${STRANGERS} people who are not members: left out`).click();
    const { text } = await download(page, page.getByRole('button', { name: 'Download as CSV' }).click());
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(STRANGERS + 1);
    expect(lines.at(-1)).toBe(
      `"${STRANGERS + 2}","stranger${STRANGERS - 1}@example.org","Stranger ${STRANGERS - 1}"`,
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import 1 attendance' }).click();
    await sees(page, `Import finished. Added: 1. Left out: ${STRANGERS}.`);
  });

  it('in another encoding than UTF-8 is read as a person chooses, by keyboard too', async () => {
    const page = await enterMembers(1440, true, '?view=import');
    const text = 'Email,First name,Last name,Company\narmadillo@example.org,Armadillo,Scané,Minimal Ltd\n';
    await selectFile(page, 'Email,First name,Last name\nnew@example.org,New,Model\n');
    const importButton = page.getByRole('button', { name: 'Import 1 member' });
    await importButton.waitFor();
    await selectFile(page, '\x89PNG\r\n\0', 'latin1');
    await page
      .getByRole('alert')
      .filter({ hasText: "list.csv: The characters of this file can't" })
      .waitFor();
    await selectFile(page, text, 'latin1');
    const question = page.getByRole('group', { name: 'list.csv isn\'t saved as "CSV UTF-8".' });
    await question.getByRole('radio', { name: 'Scané Western European (Windows-1252)' }).check();
    expect(await importButton.count()).toBe(0);
    await expectAccessible(page);
    await tabTo(page, 'Read the file this way');
    await page.keyboard.press('Enter');
    await sees(page, 'File: list.csv, read as Western European (Windows-1252). Check names in the preview.');
    await sees(page, '1 row checked. There is nothing to import.');
  });

  it('goes on by itself when an administrator opens the page again', async () => {
    const page = await enterMembers(1440, false, '?view=import');
    const people = Array.from({ length: 600 }, (_, n) => `late${n}@late.example,Late,${n}`);
    await selectFile(page, ['Email,First name,Last name', ...people].join('\n'));
    const button = page.getByRole('button', { name: 'Import 600 members' });
    await button.waitFor();
    await sees(page, '600 rows checked. Nothing has been imported yet.');
    // It is not known whether the first step was made.
    await page.route('**/api/admin/imports', (route) => route.abort('internetdisconnected'));
    await button.click();
    await sees(page, /^The import was interrupted\. .* Select "Import 600 members" to continue\.$/);
    expect(await page.getByText('Nothing has been imported yet').count()).toBe(0);
    await page.unroute('**/api/admin/imports');
    // One step has five hundred members, fewer on a slow machine; the connection is lost in the second.
    let steps = 0;
    const isLost = Promise.withResolvers<void>();
    await page.route('**/api/admin/imports', async (route) => {
      if (route.request().method() === 'POST') steps += 1;
      if (steps > 1) await isLost.promise;
      await (steps > 1 ? route.abort('internetdisconnected') : route.continue());
    });
    await button.click();
    await page.getByLabel(/^[1-9]\d* of 600 members/).waitFor();
    await sees(page, /^[1-9]\d* of 600 members imported/);
    isLost.resolve();
    await sees(page, /^The import was interrupted\. .* Select Resume to continue\.$/);
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    await page.close();
    const other = await enterMembers(390, true, '?view=import');
    await sees(other, /^Import finished\. Added: 600\./);
    await expectAccessible(other);
  });
});

const MEMBERS = 61;

describe(`with ${MEMBERS} imported members`, () => {
  const pages = Math.ceil(MEMBERS / 20);

  it('pages and filters the list, and returns to the same page of it', async () => {
    const page = await enterMembers(1440, false, '?view=import');
    const { text, terms } = listOfOldMembers(MEMBERS);
    await page.getByLabel('The email addresses of new members are known to work').check();
    await page.getByLabel('How do you know?').fill('Newsletter of March, bounces removed');
    await selectFile(page, text);
    await sees(page, `${terms.toLocaleString('en')} rows checked. Nothing has been imported yet.`);
    await sees(page, '10 columns used · 1 not imported');
    await sees(page, "Columns that aren't imported: Notes.");
    await page.getByText(`${MEMBERS} new members`).click();
    await sees(page, /^Model 0; Student Member until 1 January .*; address verified$/);
    await expectAccessible(page);
    await page.getByRole('button', { name: `Import ${MEMBERS} members` }).click();
    await sees(page, new RegExp(`^Import finished\\. Added: ${MEMBERS}\\.`));
    await page.getByRole('button', { name: 'Members', exact: true }).click();
    await page.getByLabel('Status').selectOption('Active');
    await searchMembers(page, '@models.example');
    await sees(page, `Page 1 of ${pages} · ${MEMBERS} members`);
    const rowHeaders = () => page.getByRole('rowheader').allTextContents();
    for (const next of [2, 3]) {
      const before = await rowHeaders();
      const reply = Promise.withResolvers<void>();
      await page.route('**/api/admin/members?**', async (route) => {
        await reply.promise;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Next page' }).click();
      // Until the next page is there, the old rows stay with their own label and are marked as busy.
      await page.locator('table[aria-busy=true]').waitFor();
      expect(await rowHeaders()).toEqual(before);
      await sees(page, `Page ${next - 1} of ${pages} · ${MEMBERS} members`);
      reply.resolve();
      await sees(page, `Page ${next} of ${pages} · ${MEMBERS} members`);
      expect(await rowHeaders()).not.toEqual(before);
      expect(await page.locator('[aria-busy=true]').count()).toBe(0);
      await page.unroute('**/api/admin/members?**');
    }
    const [, second] = await page.getByRole('rowheader').allTextContents();
    await page.getByRole('rowheader').nth(1).getByRole('link').click();
    await sees(page, 'Created account by import');
    await page.getByRole('button', { name: 'Edit profile' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Back to Members' }).click();
    await sees(page, `Page 3 of ${pages} · ${MEMBERS} members`);
    expect((await rowHeaders())[1]).toBe(second);
    expect(new URL(page.url())).toMatchObject({
      search: '',
      hash: '#search=%40models.example&status=active',
    });
    // Back over the member to the page before, and over the pages to the filter before.
    for (let step = 0; step < 3; step += 1) await page.goBack();
    await sees(page, `Page 2 of ${pages} · ${MEMBERS} members`);
    for (let step = 0; step < 2; step += 1) await page.goBack();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
    expect(await page.getByLabel('Status').inputValue()).toBe('active');
    await page.goForward();
    await sees(page, `Page 1 of ${pages} · ${MEMBERS} members`);
    await page.getByLabel('Status').selectOption('Expired');
    await sees(page, 'No matching members');
    const { entries } = await journey.server.office(({ listAudit }) => listAudit(undefined, 200));
    const looked = entries.filter(
      ({ action, details }) => action === 'search-members' && details['search'] === '@models.example',
    );
    // One for each page and each filter, and again after the reload; none for each letter.
    expect(looked.length).toBeLessThanOrEqual(7);
  });

  it('cancels another administrator’s import, and its own', async () => {
    const page = await enterMembers(1440, false, '?view=import');
    // Started in another window, and left.
    const other = await enterMembers(1440, false, '?view=import');
    await selectFile(other, 'Email,First name,Last name\nsuzanne@models.example,S,M\n');
    await other.getByRole('button', { name: 'Import 1 member' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Cancel import list.csv' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel import' });
    await dialog.getByLabel('Reason').fill('The wrong list');
    await dialog.getByRole('button', { name: 'Cancel import' }).click();
    await sees(page, 'Cancelled after 0 of 1 member');
    await sees(page, 'Import cancelled. Rows already imported stay.');
    await other.getByRole('button', { name: 'Import 1 member' }).click();
    await sees(other, 'Import cancelled. Rows already imported stay.');
    await selectFile(page, 'Email,First name,Last name\nsuzanne@models.example,S,M\n');
    // The import that its own page shows.
    await page.getByRole('button', { name: 'Cancel import list.csv' }).click();
    await dialog.getByLabel('Reason').fill('Not yet');
    await dialog.getByRole('button', { name: 'Cancel import' }).click();
    await page
      .getByRole('alert')
      .and(page.locator(':focus'))
      .filter({ hasText: 'Import cancelled.' })
      .waitFor();
    expect(await page.getByText('1 row checked.').count()).toBe(0);
    await selectFile(page, 'Email,First name,Last name\nsuzanne@models.example,S,M\n');
    await page.getByRole('button', { name: 'Import list.csv', exact: true }).click();
    await sees(page, /^Import finished\. Added: 1\./);
    await expectAccessible(page);
  });
});

it('a report of Zoom becomes the attendance of one conference, and says what of it is not imported', async () => {
  const page = await enterMembers(390, true, '?view=import');
  await page.getByLabel('Type of import').selectOption('Conference attendance');
  const zoom = ['Topic,ID', 'GMP,7', '', 'Name (Original Name),User Email,Guest,Venu'];
  await selectFile(page, [...zoom, 'Utah Teapot,gyroid@example.org,No,', 'Guest,,Yes,'].join('\n'));
  await sees(page, /The headings are in row 4\. .*Columns that aren't imported: Guest, Venu\./);
  await sees(page, /Venu: Did you mean Venue\?/);
  await page.getByLabel('Used as: Venu').selectOption('Venue');
  await page.getByRole('combobox', { name: 'Conference', exact: true }).fill('GMP 2026');
  await page.getByRole('textbox', { name: 'Venue', exact: true }).fill('Genova');
  await page.getByRole('textbox', { name: 'Date', exact: true }).fill('June 2026');
  await page.getByRole('textbox', { name: 'Link', exact: true }).focus();
  await page.getByText('1 attendance to add').click();
  await sees(page, /GMP 2026/);
  await expectAccessible(page);
});
