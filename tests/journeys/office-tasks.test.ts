import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../infra/cli/program.ts';
import { mailTo, register } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import {
  fetchReply,
  fontsAreThere,
  overflowOf,
  pressUnlocked,
  searchMembers,
  sees,
} from '../support/browser/pages.ts';
import { openUserCenter, type View } from '../support/browser/user-center.ts';
import { sizedViews } from '../support/sizes.ts';

const journey = productJourney({ now: '2026-11-24T02:00:00Z' });
const ops = (...args: string[]) => runCommand(args, { DATA_DIR: journey.server.dataFolder });
const why = ['--reason', 'On the list'];

/** Name, type, first and last day of the membership. */
const members = [
  ['Menger', 'student', '2026-01-01', '2027-01-01'],
  ['Koch', 'student', '2026-03-01', '2028-01-01'],
  ['Sierpinski', 'professional', '2026-02-01', '2027-01-01'],
  ['Hilbert', 'professional', '2025-01-01', '2026-01-01'],
] as const;

// The server reads the list of members once a minute, so these must exist before it does.
beforeAll(async () => {
  await register(journey.server.url, 'lucy');
  await ops('grant-admin', 'lucy');
  for (const [name, type, start, end] of members) {
    const username = name.toLowerCase();
    const given = ['--first-name', 'Fractal', '--last-name', name, '--affiliation', 'Institute of Curves'];
    await ops('add-member', `${username}@curves.example`, ...given, '--verified', ...why);
    await ops('grant-term', username, '--type', type, '--start', start, '--end', end, ...why);
  }
  await ops('add-conference-record', 'menger', '--conference', 'Curves 2025', '--date', 'June 2025', ...why);
});

const open = (path: string, view: View) =>
  openUserCenter(journey.browser, journey.server.url, 'lucy', path, view);

describe('the office', () => {
  it.each(sizedViews({ width: 1280, dark: false }, { width: 390, dark: true }))(
    'finds the students until 2027 in the list and among the recipients, at %j',
    async (view) => {
      const page = await open('/members', view);
      await page.getByRole('searchbox').fill('institute of curves');
      await sees(page, 'Page 1 of 1 · 4 members');
      await page.getByLabel('Membership type').selectOption('Student');
      await sees(page, 'Page 1 of 1 · 2 members');
      await page.getByLabel('Valid until').selectOption('1 January 2027');
      await sees(page, 'Page 1 of 1 · 1 member');
      await page.getByRole('link', { name: /Menger/ }).waitFor();
      await expectAccessible(page);
      expect(await overflowOf(page)).toBe(0);
      await page.getByLabel('Category').selectOption('Fellow');
      await sees(page, 'No matching members');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      expect(await page.getByLabel('Membership type').inputValue()).toBe('');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');

      await page.goto(`${journey.server.url}/user/email`);
      await page.getByLabel('Membership status').selectOption('All');
      await page.getByLabel('Search by name, affiliation or email').fill('curves');
      await sees(page, 'Page 1 of 1 · 4 members');
      await page.getByLabel('Membership type').selectOption('Student');
      await sees(page, 'Page 1 of 1 · 2 members');
      await page.getByLabel('Valid until').selectOption('1 January 2027');
      await sees(page, 'Page 1 of 1 · 1 member');
      await page.getByText('menger@curves.example').waitFor();
      await page.getByText('Institute of Curves').waitFor();
      await expectAccessible(page);
      expect(await overflowOf(page)).toBe(0);
    },
  );

  it('exports the voting roll of a day', async () => {
    const page = await open('/members', { width: 390 });
    await page.getByRole('searchbox').fill('curves');
    await sees(page, 'Page 1 of 1 · 4 members');
    await page.getByRole('button', { name: 'Export...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export members' });
    await dialog.getByLabel('Active on').fill('2026-02-15');
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('members-active-on-2026-02-15.csv');
    const roll = await readFile(await download.path(), 'utf8');
    expect(members.map(([name]) => name).filter((name) => roll.includes(name))).toEqual([
      'Menger',
      'Sierpinski',
    ]);
    await sees(page, '2 members exported to members-active-on-2026-02-15.csv.');
  });

  it('mends the address of a member, who is told at both', async () => {
    const page = await open('/members', { width: 1280, expected: /Failed to load resource/ });
    await searchMembers(page, 'koch');
    await page.getByRole('link', { name: /Koch/ }).click();
    await sees(page, 'koch@curves.example (verified)');
    await page.getByRole('button', { name: 'Edit profile' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('menger@curves.example');
    await dialog.getByLabel('Reason').fill('Misspelt on the form');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Email already registered' }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Email').fill('helge@curves.example');
    await pressUnlocked(dialog.getByRole('button', { name: 'Save changes' }));
    await sees(page, /^helge@curves\.example \(not verified\)/);
    await expectAccessible(page);
    const { url } = journey.server;
    expect(
      await mailTo(url, 'koch@curves.example', 'We changed the email address of your account'),
    ).toContain('Misspelt on the form');
    await mailTo(url, 'helge@curves.example', 'This is now the email address of your AG account');
  });

  it('reads what the dashboard will show, and when, before the first count', async () => {
    const page = await open('', { width: 390, dark: true });
    await page.route('**/api/admin/dashboard', async (route) => {
      const reply = await fetchReply(route);
      const body = await reply.json();
      const { statistics: _, ...data } = body.data;
      await route.fulfill({ response: reply, json: { ...body, data } });
    });
    await page.goto(`${journey.server.url}/user/dashboard`);
    await sees(page, /for the first time on 25 November 2026 at 4:00 \(Hong Kong time\)/);
    await sees(page, 'Payments received in each month');
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
  });

  it('finds Undo and Redo in one row of the toolbar at every width', async () => {
    const page = await open('/email', { width: 1440 });
    await page.getByRole('toolbar').waitFor();
    for (const width of [1440, 1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const tops = await page
        .getByRole('button', { name: /^(Undo|Redo)$/ })
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
      expect(tops, `${width} px`).toEqual([expect.any(Number), tops[0]]);
    }
  });

  it('has Send, Save as Draft and Save as template in one row at 1280 px', async () => {
    const page = await open('/email', { width: 1280 });
    const save = page.getByRole('button', { name: 'Save as template' });
    await save.waitFor();
    await fontsAreThere(page);
    const tops = await page
      .getByRole('button', { name: /^(Send|Save as Draft|Save as template)$/ })
      .evaluateAll((buttons) => buttons.map((each) => each.getBoundingClientRect().top));
    expect(tops).toEqual([expect.any(Number), tops[0], tops[0]]);
  });

  it('has rows of filters without one that stands alone at 1280 px', async () => {
    const page = await open('/members', { width: 1280 });
    const fields = page.locator('.filters--members .field');
    await page.getByLabel('Attended').waitFor();
    const tops = await fields.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    const rows = [...Map.groupBy(tops, (top) => top).values()].map(({ length }) => length);
    expect(rows).toHaveLength(2);
    expect(Math.min(...rows)).toBeGreaterThan(1);
  });
});
