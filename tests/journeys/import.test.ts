import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { listOfOldMembers } from '../support/api/lists.ts';
import { register } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, tabTo } from '../support/browser/keyboard.ts';
import { download, loseReply, pressUnlocked, sees } from '../support/browser/pages.ts';
import { NO_REPLY } from '../support/browser/states.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const journey = productJourney();
beforeAll(async () => {
  for (const username of ['lucy', 'gyroid']) await register(journey.server.url, username);
  await journey.server.ops('grant-admin', 'lucy');
});

/** The administrator at Import. */
const enter = (width = 1440) =>
  openUserCenter(journey.browser, journey.server.url, 'lucy', '/members?view=import', {
    width,
    hasClock: true,
  });

/** Chooses the list to import. */
const selectFile = (page: Page, text: string, encoding: BufferEncoding = 'utf8') =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const HEADINGS = 'Email,First name,Last name';
const IMPORTS = '**/api/admin/imports';
const isOffline = (route: Route) => route.abort('internetdisconnected');

it('a list with a mistake is mended, one in another encoding is read as a person chooses, by keyboard too, and one of the old website shows what of it is imported, and adds members with their periods', async () => {
  const page = await enter(390);
  await selectFile(page, `${HEADINGS}\nspot,Spot,Cow\n`);
  await sees(page, 'Enter a valid email address.');
  await selectFile(page, '\x89PNG\r\n\0', 'latin1');
  await page.getByRole('alert').filter({ hasText: "list.csv: The characters of this file can't" }).waitFor();
  await selectFile(page, 'Email;First name;Last name\r\nspot@models.example;Spot;Scané\r\n', 'latin1');
  await page.getByRole('group', { name: 'list.csv isn\'t saved as "CSV UTF-8".' }).waitFor();
  expect(await button(page, 'Import 1 member').count()).toBe(0);
  await tabTo(page, 'Scané Western European (Windows-1252)');
  await page.keyboard.press('Enter');
  await sees(page, 'File: list.csv, read as Western European (Windows-1252). Check names in the preview.');
  await button(page, 'Import 1 member').click();
  await expect.poll(() => focused(page)).toMatch(/^Import finished\. Added: 1\./);

  const { text, terms } = listOfOldMembers(5);
  await page.getByLabel('The email addresses of new members are known to work').check();
  await expect.poll(() => focused(page)).toBe('How do you know?');
  await page.keyboard.press('Tab');
  await selectFile(page, text);
  await sees(page, 'This field is required.');
  await expect.poll(() => focused(page)).toBe('How do you know?');
  await page.keyboard.type('Newsletter of March, bounces removed');
  await page.keyboard.press('Tab');
  await sees(page, `${terms} rows checked. Nothing has been imported yet.`);
  await sees(page, '10 columns used · 1 not imported');
  await sees(page, "Columns that aren't imported: Notes.");
  await page.getByText('5 new members').click();
  await sees(page, /^Model 0; Student Member until 1 January .*; address verified$/);
  await pressUnlocked(button(page, 'Import 5 members'));
  await sees(page, new RegExp(`^Import finished\\. Added: 5\\. Membership periods added: ${terms}\\.`));
});

const COUNT = 510;

it('an import goes on after its page was closed, another screen follows it, and invitations are asked for once although replies are lost', async () => {
  const page = await enter();
  const people = Array.from({ length: COUNT }, (_, n) => `late${n}@late.example,Late,${n}`);
  await selectFile(page, [HEADINGS, ...people].join('\n'));
  await sees(page, `${COUNT} rows checked. Nothing has been imported yet.`);
  // It is not known whether it was started.
  await page.route(IMPORTS, isOffline);
  await button(page, `Import ${COUNT} members`).click();
  await sees(page, NO_REPLY);
  expect(await page.getByText('Nothing has been imported yet').count()).toBe(0);
  await page.unroute(IMPORTS);
  await loseReply(page, '/admin/imports');
  await button(page, `Import ${COUNT} members`).click();
  await page.getByLabel(/^\d+ of \d+ members/).waitFor();
  expect(await page.getByText(NO_REPLY).count()).toBe(0);
  await page.close();

  const other = await enter(390);
  await other.getByText(`Added: ${COUNT}`).first().waitFor();
  const send = button(other, 'Send 50 invitations');
  // It may have finished before this screen was there to follow it.
  if (!(await send.isVisible())) await button(other, 'Invite members of list.csv').first().click();
  await other.route(IMPORTS, isOffline);
  await send.click();
  await sees(other, NO_REPLY);
  await other.unroute(IMPORTS);
  await loseReply(other, '/admin/imports');
  await send.click();
  await sees(other, /^50 members invited: .* 460 new members haven't been invited from here yet\.$/);
  await expect.poll(() => send.getAttribute('aria-busy')).toBeNull();
  expect(await other.getByText(NO_REPLY).count()).toBe(0);
});

/** More than the page shows. */
const STRANGERS = 30;

it('attendance leaves out people who are no members and lists them', async () => {
  const page = await enter(390);
  await page.getByLabel('Type of import').selectOption('Conference attendance');
  const strangers = Array.from({ length: STRANGERS }, (_, n) => `stranger${n}@example.org,Stranger ${n},x`);
  await selectFile(page, ['E-Mail,Full name,Where', 'gyroid@example.org,Gyroid,x', ...strangers].join('\n'));
  await sees(page, `${STRANGERS + 1} rows checked. 1 correction is needed.`);
  await page.getByLabel('Used as: Where').focus();
  await page.keyboard.type('Confer');
  await sees(page, `${STRANGERS + 1} rows checked. Nothing has been imported yet.`);
  await page.locator('select[aria-label="Used as: Where"]:focus').waitFor();
  await page.getByText(`${STRANGERS} people who are not members: left out`).click();
  const { text } = await download(page, button(page, 'Download as CSV').click());
  const lines = text.split('\r\n');
  expect(lines).toHaveLength(STRANGERS + 1);
  expect(lines.at(-1)).toBe('"32","stranger29@example.org","Stranger 29"');
  await button(page, 'Import 1 attendance').click();
  await sees(page, `Import finished. Added: 1. Left out: ${STRANGERS}.`);
});
