import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MembershipType } from '#shared/choices';
import { listOfOldMembers } from '../support/api/lists.ts';
import { mailTo, register, tokenOf } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { CountingHand } from '../support/browser/effort.ts';
import { productJourney } from '../support/browser/journey.ts';
import {
  download,
  fetchReply,
  fontsAreThere,
  overflowOf,
  searchMembers,
  sees,
} from '../support/browser/pages.ts';
import { openWindow, type View } from '../support/browser/user-center.ts';
import { sized, sizedViews } from '../support/sizes.ts';

/** Tasks of the office. Nine of them begin on the first page of the User Center, counted for docs/office-tasks.md. */

// Fewer cost as many clicks and keys, as long as their number must be typed to write to all of them.
const MEMBERS = sized(201, 500);
const STRANGERS = sized(30, 300);
const documented = join(import.meta.dirname, '../../docs/office-tasks.md');

const journey = productJourney({ now: '2026-11-24T02:00:00Z' });
const why = 'On the list';

/** Name, and of the membership, if any, type, first and last day. */
const members: [string, MembershipType?, string?, string?][] = [
  ['Menger', 'student', '2026-01-01', '2027-01-01'],
  ['Koch', 'student', '2026-03-01', '2028-01-01'],
  ['Peano', 'professional', '2026-02-01', '2027-01-01'],
  ['Gosper', 'professional', '2025-01-01', '2026-01-01'],
  ['Hilbert'],
];

let token: string;
// The server reads the list of members once a minute, so these must exist before it does.
beforeAll(async () => {
  const { url, ops, office } = journey.server;
  await register(url, 'lucy');
  await ops('grant-admin', 'lucy');
  token = await tokenOf(url, 'lucy');
  const given = { firstName: 'Fractal', affiliation: 'Institute of Curves', category: 'ordinary' } as const;
  const conference = { name: 'Pacific Graphics 2026', date: 'October 2026', venue: '', link: '' };
  await office(async ({ addMember, grantTerm, addConferenceRecord }) => {
    for (const [lastName, type, startDate = '', endDate = ''] of members) {
      const username = lastName.toLowerCase();
      const email = `${username}@curves.example`;
      const added = { ...given, lastName, username, email, emailVerified: true, isInvited: false };
      await addMember({ ...added, reason: why });
      if (type) await grantTerm(username, { type, startDate, endDate }, why);
    }
    await addConferenceRecord('peano', conference, why);
  });
});

async function enter(path = '', view: View = {}): Promise<Page> {
  const page = await openWindow(journey.browser, {
    ...view,
    session: token,
    expected: /Failed to load resource/,
  });
  await page.goto(`${journey.server.url}/user${path}`);
  await page.getByRole('heading', { name: 'User Center' }).waitFor();
  return page;
}

/** Plays a task and compares its clicks and keys with the page; at full size, prints its row. */
async function play(
  task: string,
  perform: (page: Page, hand: CountingHand) => Promise<unknown>,
): Promise<Page> {
  const page = await enter();
  const hand = new CountingHand();
  await perform(page, hand);
  const { clicks, keys, seconds } = hand.effort();
  const row = `| ${task} | ${clicks} | ${keys} |`;
  if (sized(0, 1) === 1) console.log(`${row} ${seconds.toFixed(1)} |`);
  expect(await readFile(documented, 'utf8')).toContain(row);
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const menu = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'User Center menu' })
    .getByRole('link', { name: new RegExp(`^${name}\\b`) });
const file = (page: Page) => page.locator('input[type=file]');

/** Opens a member who is found by name. */
async function openMember(page: Page, hand: CountingHand, name: string) {
  await hand.click(menu(page, 'Members'));
  await searchMembers(page, name, () => hand.type(page.getByRole('searchbox'), name));
  await hand.click(page.getByRole('link', { name: new RegExp(name) }));
}

describe('the office', () => {
  it.each(sizedViews({ width: 1280, dark: false }, { width: 390, dark: true }))(
    'finds the students until 2027 in the list and among the recipients, at %j',
    async (view) => {
      const page = await enter('/members', view);
      await page.getByRole('searchbox').fill('institute of curves');
      await sees(page, 'Page 1 of 1 · 5 members');
      await page.getByLabel('Membership type').selectOption('Student');
      await sees(page, 'Page 1 of 1 · 2 members');
      await page.getByLabel('Valid until').selectOption('1 January 2027');
      await sees(page, 'Page 1 of 1 · 1 member');
      await page.getByRole('link', { name: /Menger/ }).waitFor();
      expect(await overflowOf(page)).toBe(0);
      await page.getByLabel('Category').selectOption('Fellow');
      await sees(page, 'No matching members');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect.poll(() => page.getByLabel('Membership type').inputValue()).toBe('');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');

      await page.goto(`${journey.server.url}/user/email`);
      await page.getByLabel('Membership status').selectOption('All');
      await page.getByLabel('Search by name, affiliation or email').fill('curves');
      await sees(page, 'Page 1 of 1 · 5 members');
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

  it('imports the list of last year and invites its members', () =>
    play('Import 500 members with their IDs and invite them', async (page, hand) => {
      await hand.click(menu(page, 'Members'));
      await hand.click(button(page, 'Import'));
      await hand.click(page.getByLabel('The email addresses of new members are known to work'));
      await hand.type(page.getByLabel('How do you know?'), 'Newsletter of October');
      await hand.attach(file(page), 'members-2025.csv', listOfOldMembers(MEMBERS).text);
      await hand.click(button(page, `Import ${MEMBERS} members`));
      await sees(page, new RegExp(`^Import finished\\. Added: ${MEMBERS}\\.`));
      await hand.choose(page.getByLabel('Invite now'), `All (${MEMBERS})`);
      await hand.click(button(page, `Send ${MEMBERS} invitations`));
      await sees(page, new RegExp(`^${MEMBERS} members invited`));
    }));

  it('mends the address of a member, who is told at both', async () => {
    const page = await play('Correct the email address of a member', async (page, hand) => {
      await openMember(page, hand, 'Koch');
      await hand.click(button(page, 'Edit profile'));
      const dialog = page.getByRole('dialog');
      await hand.type(dialog.getByLabel('Email'), 'helge@curves.example');
      await hand.type(dialog.getByLabel('Reason'), 'Misspelt on the form');
      await hand.click(dialog.getByRole('button', { name: 'Save changes' }));
      await sees(page, /^helge@curves\.example \(not verified\)/);
    });
    const { url } = journey.server;
    expect(
      await mailTo(url, 'koch@curves.example', 'We changed the email address of your account'),
    ).toContain('Misspelt on the form');
    await mailTo(url, 'helge@curves.example', 'This is now the email address of your AG account');
    // To one that another member has, it is not changed.
    await button(page, 'Edit profile').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('menger@curves.example');
    await dialog.getByLabel('Reason').fill('Asked by telephone');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Email already registered' }).waitFor();
    await expectAccessible(page);
  });

  it('adds a member', () =>
    play('Add a member and send the invitation', async (page, hand) => {
      await hand.click(menu(page, 'Members'));
      await hand.click(button(page, 'Add member...'));
      const dialog = page.getByRole('dialog', { name: 'Add member' });
      const fields = { 'First name': 'Georg', 'Last name': 'Cantor', Email: 'cantor@curves.example' };
      for (const [label, text] of Object.entries({ ...fields, Reason: 'Wrote to us' }))
        await hand.type(dialog.getByLabel(label, { exact: true }), text);
      await hand.click(dialog.getByRole('button', { name: 'Add member' }));
      await sees(page, 'Georg Cantor was added. We are sending the invitation.');
    }));

  it('writes to the students whose membership ends', () =>
    play('Write to all students whose membership ends this year', async (page, hand) => {
      // The imported ones, and one more.
      const students = MEMBERS + 1;
      await hand.click(menu(page, 'Send Email'));
      await hand.choose(page.getByLabel('Membership status'), 'Active');
      await hand.choose(page.getByLabel('Membership type'), 'Student');
      await hand.choose(page.getByLabel('Valid until'), '1 January 2027');
      await hand.click(button(page, `Select all ${students} matching members`));
      await sees(page, `${students} selected`);
      await hand.type(page.getByLabel('Subject'), 'Your student membership');
      await hand.type(page.getByRole('textbox', { name: 'Content' }), 'Please renew by 31 December.');
      await hand.click(button(page, 'Send'));
      const dialog = page.getByRole('dialog');
      await hand.type(dialog.getByRole('textbox'), String(students));
      await hand.click(dialog.getByRole('button', { name: `Send to ${students} recipients` }));
      await sees(page, 'Your email is being sent. Follow its progress in the Outbox.');
    }));

  it('answers where an email went', async () => {
    // From the correction of the address.
    const subject = 'We changed the email address of your account';
    const { url, office } = journey.server;
    const { uid } = await office(({ findMember }) => findMember('koch'));
    const headers = { authorization: `Bearer ${token}` };
    const listEmails = async () =>
      (await fetch(`${url}/api/admin/member-emails?uid=${uid}`, { headers })).json();
    await expect
      .poll(async () => (await listEmails()).data.items)
      .toContainEqual(expect.objectContaining({ subject, state: 'delivered' }));
    await play('Answer whether an email reached a member', async (page, hand) => {
      await openMember(page, hand, 'Koch');
      await page
        .getByRole('row', { name: new RegExp(subject) })
        .getByText('Delivered')
        .waitFor();
    });
  });

  it('records a bank transfer and corrects its reference', () =>
    play('Record a bank transfer and correct it', async (page, hand) => {
      await openMember(page, hand, 'Hilbert');
      await hand.click(button(page, 'Record bank transfer'));
      const dialog = page.getByRole('dialog');
      const type = async (fields: Record<string, string>) => {
        for (const [label, text] of Object.entries(fields)) await hand.type(dialog.getByLabel(label), text);
      };
      await type({
        'Amount (HKD)': '360',
        Date: '2026-11-20',
        'Bank reference': 'FPS 7',
        Reason: 'Statement',
      });
      await hand.click(dialog.getByRole('button', { name: 'Continue' }));
      await hand.click(dialog.getByRole('button', { name: 'Record bank transfer' }));
      await sees(page, /^Bank transfer recorded\./);
      await hand.click(button(page, 'Correct bank transfer FPS 7'));
      await type({ 'Bank reference': 'FPS 78', Reason: 'Misread' });
      await hand.click(dialog.getByRole('button', { name: 'Continue' }));
      await hand.click(dialog.getByRole('button', { name: 'Correct bank transfer' }));
      await sees(page, /^Bank transfer corrected\./);
    }));

  it('has the payments of a year for the auditor', () =>
    play('Get the payments of a year for the auditor', async (page, hand) => {
      await hand.click(menu(page, 'Payments'));
      await hand.click(button(page, 'All payments'));
      await download(page, hand.click(button(page, 'Export as CSV')));
    }));

  it('applies the list of an organiser and returns those who are no members', () =>
    play('Apply an attendance list with 300 people who are no members', async (page, hand) => {
      const strangers = Array.from(
        { length: STRANGERS },
        (_, n) => `s${n}@example.org,Stranger ${n},GMP 2026`,
      );
      const list = ['E-Mail,Full name,Conference', 'm7@models.example,Model 7,GMP 2026', ...strangers];
      await hand.click(menu(page, 'Members'));
      await hand.click(button(page, 'Import'));
      await hand.choose(page.getByLabel('Type of import'), 'Conference attendance');
      await hand.attach(file(page), 'gmp-2026.csv', list.join('\n'));
      await hand.click(button(page, 'Import 1 attendance'));
      await sees(page, `Import finished. Added: 1. Left out: ${STRANGERS}.`);
      await download(page, hand.click(button(page, 'Download as CSV')));
    }));

  it('exports the voting roll of a day', () =>
    play('Export the voting roll of a day', async (page, hand) => {
      await hand.click(menu(page, 'Members'));
      await hand.click(button(page, 'Export...'));
      const dialog = page.getByRole('dialog', { name: 'Export members' });
      await hand.type(dialog.getByLabel('Active on'), '2026-02-15');
      const roll = await download(page, hand.click(dialog.getByRole('button', { name: 'Export as CSV' })));
      expect(roll.name).toBe('members-active-on-2026-02-15.csv');
      expect(members.map(([name]) => name).filter((name) => roll.text.includes(name))).toEqual([
        'Menger',
        'Peano',
      ]);
      await sees(page, /^\d+ members exported to members-active-on-2026-02-15\.csv\.$/);
    }));

  it('reads what the dashboard will show, and when, before the first count', async () => {
    const page = await enter('', { width: 390, dark: true });
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

  it('finds Undo and Redo in one row at every width, and at 1280 px the buttons below the email too, and no filter that stands alone', async () => {
    const page = await enter('/email', { width: 1440 });
    const topsOf = (buttons: RegExp) =>
      page
        .getByRole('button', { name: buttons })
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    await page.getByRole('toolbar').waitFor();
    await fontsAreThere(page);
    for (const width of [1440, 390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const tops = await topsOf(/^(Undo|Redo)$/);
      expect(tops, `${width} px`).toEqual([expect.any(Number), tops[0]]);
    }
    const tops = await topsOf(/^(Send|Save as Draft|Save as template)$/);
    expect(tops).toEqual([expect.any(Number), tops[0], tops[0]]);

    await menu(page, 'Members').click();
    await page.getByLabel('Attended').waitFor();
    const filters = await page
      .locator('.filters--members .field')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    const rows = [...Map.groupBy(filters, (top) => top).values()].map(({ length }) => length);
    expect(rows).toHaveLength(2);
    expect(Math.min(...rows)).toBeGreaterThan(1);
  });
});
