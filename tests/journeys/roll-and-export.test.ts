import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { register, tokenOf } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { download, pressUnlocked, sees } from '../support/browser/pages.ts';
import { openWindow } from '../support/browser/user-center.ts';

const journey = productJourney({ now: '2026-11-24T02:00:00Z' });

/** Name, and of the membership, if any, type, first and last day. */
const members: [string, ...['student' | 'professional', string, string][]][] = [
  ['Menger', ['student', '2026-01-01', '2027-01-01']],
  ['Koch', ['student', '2026-03-01', '2028-01-01']],
  ['Peano', ['professional', '2026-02-01', '2027-01-01']],
  ['Gosper', ['professional', '2025-01-01', '2026-01-01']],
  ['Hilbert'],
];

let token: string;
beforeAll(async () => {
  const { url, ops, office } = journey.server;
  await register(url, 'lucy');
  await ops('grant-admin', 'lucy');
  token = await tokenOf(url, 'lucy');
  await office(async ({ addMember, addConferenceRecord, grantTerm }) => {
    for (const [lastName, term] of members) {
      const username = lastName.toLowerCase();
      await addMember({
        ...{ email: `${username}@curves.example`, username, firstName: '=1+1', lastName },
        ...{ affiliation: 'Institute of Curves', category: 'ordinary', emailVerified: true },
        ...{ isInvited: false, reason: 'On the list' },
      });
      if (!term) continue;
      const [type, startDate, endDate] = term;
      await grantTerm(username, { type, startDate, endDate }, 'On the list');
    }
    const conference = { name: 'Pacific Graphics 2026', date: 'October 2026', venue: '', link: '' };
    await addConferenceRecord('peano', conference, 'On the list');
  });
});

async function enter(): Promise<Page> {
  const page = await openWindow(journey.browser, { session: token, hasClock: true });
  await page.goto(`${journey.server.url}/user/members`);
  await page.getByRole('searchbox').waitFor();
  return page;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const answer = (page: Page, name: string) =>
  pressUnlocked(page.getByRole('dialog').getByRole('button', { name, exact: true }));
const choose = (page: Page, label: string, option: string) =>
  page.getByLabel(label, { exact: true }).selectOption(option);
const found = (page: Page, members: string) =>
  page.getByRole('status').getByText(members, { exact: true }).waitFor();
const showMore = (page: Page) => page.getByRole('button', { name: /^More filters/ }).click();

it('the members of an institute are selected, made honorary and kept as a segment, which is written to', async () => {
  const page = await enter();
  await page.getByRole('searchbox').fill('institute of curves');
  await found(page, '5 members');
  const selectPage = page.getByLabel('Select all on this page');
  await selectPage.check();
  await sees(page, '5 selected');
  const hilbert = page.getByRole('row', { name: /Hilbert/ });
  await hilbert.getByRole('checkbox').uncheck();
  await sees(page, '4 selected');
  expect(await selectPage.isChecked()).toBe(false);
  await press(page, 'More');
  await press(page, 'Change category...');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('For 4 members.').waitFor();
  await dialog.getByLabel('Honorary').check();
  await dialog.getByLabel('Reason').fill('As the board decided');
  await answer(page, 'Change category');
  await sees(page, '4 members changed.');

  await showMore(page);
  await choose(page, 'Category', 'Honorary');
  await found(page, '4 members');
  await press(page, 'Segments');
  await press(page, 'Save segment...');
  await dialog.getByLabel('Name').fill('Honorary members');
  await answer(page, 'Save segment');
  await sees(page, 'Segment "Honorary members" saved.');
  await page.getByRole('button', { name: 'Segment: Honorary members' }).waitFor();
  await press(page, 'Send email');
  await sees(page, 'To 4 recipients');
  await press(page, 'Change recipients');
  await press(page, 'Segments');
  await press(page, 'Honorary members');
  await dialog.getByText('4 members', { exact: true }).waitFor();
  await dialog.getByLabel('Valid until', { exact: true }).selectOption('1 January 2027');
  await dialog.getByText('2 members', { exact: true }).waitFor();
  await dialog.getByText('menger@curves.example').waitFor();
  await answer(page, 'Cancel');

  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByRole('heading', { name: 'Members', level: 2, exact: true }).waitFor();
  await press(page, 'Segments');
  await press(page, 'Honorary members');
  await press(page, 'Segment: Honorary members');
  await press(page, 'Remove segment...');
  await answer(page, 'Remove segment');
  await sees(page, 'Segment "Honorary members" removed.');
});

it('the students until a day are found and exported with chosen columns, and the roll of a day', async () => {
  const page = await enter();
  await page.getByRole('searchbox').fill('curves');
  await showMore(page);
  await choose(page, 'Membership type', 'Student');
  await found(page, '2 members');
  await choose(page, 'Valid until', '1 January 2027');
  await found(page, '1 member');
  await page.getByRole('link', { name: /Menger/ }).waitFor();
  await press(page, 'Export...');
  const dialog = page.getByRole('dialog', { name: 'Export members' });
  await dialog.getByLabel('Phone').check();
  await dialog.getByLabel('Country').uncheck();
  const { text } = await download(page, answer(page, 'Export as CSV'));
  const lines = text.split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/"Affiliation","Phone"$/);
  expect(lines[1]).toContain(`"'=1+1","Menger","menger@curves.example"`);
  await sees(page, /^1 member exported to members-.*\.csv\.$/);

  await choose(page, 'Category', 'Fellow');
  await sees(page, 'No matching members');
  await press(page, 'Clear filters');
  await expect.poll(() => page.getByLabel('Membership type', { exact: true }).inputValue()).toBe('');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
  await choose(page, 'Attended', 'Pacific Graphics 2026 · October 2026');
  await found(page, '1 member');
  await page.getByRole('link', { name: /Peano/ }).waitFor();
  await press(page, 'Clear filters');

  await press(page, 'Export...');
  await dialog.getByLabel('Active on').fill('2026-02-15');
  const roll = await download(page, answer(page, 'Export as CSV'));
  expect(roll.name).toBe('members-active-on-2026-02-15.csv');
  const listed = members.map(([name]) => name).filter((name) => roll.text.includes(name));
  expect(listed).toEqual(['Menger', 'Peano']);
  await sees(page, '2 members exported to members-active-on-2026-02-15.csv.');
});
