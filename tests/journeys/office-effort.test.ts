import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../infra/cli/program.ts';
import { listOfOldMembers } from '../support/api/lists.ts';
import { register } from '../support/api/members.ts';
import { CountingHand } from '../support/browser/effort.ts';
import { productJourney } from '../support/browser/journey.ts';
import { searchMembers, sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';
import { sized } from '../support/sizes.ts';

/** Ten tasks of the office, each from the first page of the User Center, counted for docs/office-tasks.md. */

// Fewer cost as many clicks and keys, as long as their number must be typed to write to all of them.
const MEMBERS = sized(201, 500);
const STRANGERS = sized(30, 300);
const page = join(import.meta.dirname, '../../docs/office-tasks.md');

const journey = productJourney({ now: '2026-11-24T02:00:00Z' });
const ops = (...args: string[]) => runCommand(args, { DATA_DIR: journey.server.dataFolder });
const why = ['--reason', 'On the list'];

// The server reads the list of members once a minute, so these must exist before it does.
beforeAll(async () => {
  const { url } = journey.server;
  await register(url, 'lucy');
  await ops('grant-admin', 'lucy');
  for (const name of ['Koch', 'Hilbert', 'Peano']) {
    const given = ['--first-name', 'Fractal', '--last-name', name, '--verified'];
    await ops('add-member', `${name.toLowerCase()}@curves.example`, ...given, ...why);
  }
  const term = ['--type', 'professional', '--start', '2026-01-01', '--end', '2027-01-01'];
  await ops('grant-term', 'peano', ...term, ...why);
  const conference = ['--conference', 'Pacific Graphics 2026', '--date', 'October 2026'];
  await ops('add-conference-record', 'peano', ...conference, ...why);
});

/** Plays a task and compares its clicks and keys with the page; at full size, prints its row. */
async function play(
  task: string,
  perform: (page: Page, hand: CountingHand) => Promise<unknown>,
): Promise<void> {
  const window = await openUserCenter(journey.browser, journey.server.url, 'lucy', '', {
    expected: /Failed to load resource/,
  });
  const hand = new CountingHand();
  await perform(window, hand);
  const { clicks, keys, seconds } = hand.effort();
  const row = `| ${task} | ${clicks} | ${keys} |`;
  if (sized(0, 1) === 1) console.log(`${row} ${seconds.toFixed(1)} |`);
  expect(await readFile(page, 'utf8')).toContain(row);
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

const download = async (page: Page, press: Promise<unknown>) =>
  Promise.all([page.waitForEvent('download'), press]);

describe('the office', () => {
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

  it('mends an address', () =>
    play('Correct the email address of a member', async (page, hand) => {
      await openMember(page, hand, 'Koch');
      await hand.click(button(page, 'Edit profile'));
      const dialog = page.getByRole('dialog');
      await hand.type(dialog.getByLabel('Email'), 'helge@curves.example');
      await hand.type(dialog.getByLabel('Reason'), 'Misspelt on the form');
      await hand.click(dialog.getByRole('button', { name: 'Save changes' }));
      await sees(page, /^helge@curves\.example \(not verified\)/);
    }));

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
      await hand.click(menu(page, 'Send Email'));
      await hand.choose(page.getByLabel('Membership status'), 'Active');
      await hand.choose(page.getByLabel('Membership type'), 'Student');
      await hand.choose(page.getByLabel('Valid until'), '1 January 2027');
      await hand.click(button(page, `Select all ${MEMBERS} matching members`));
      await sees(page, `${MEMBERS} selected`);
      await hand.type(page.getByLabel('Subject'), 'Your student membership');
      await hand.type(page.getByRole('textbox', { name: 'Content' }), 'Please renew by 31 December.');
      await hand.click(button(page, 'Send'));
      const dialog = page.getByRole('dialog');
      await hand.type(dialog.getByRole('textbox'), String(MEMBERS));
      await hand.click(dialog.getByRole('button', { name: `Send to ${MEMBERS} recipients` }));
      await sees(page, 'Your email is being sent. Follow its progress in the Outbox.');
    }));

  it('answers where an email went', async () => {
    // From the correction of the address.
    const subject = 'We changed the email address of your account';
    const delivered = new RegExp(`Delivered.*${subject}`);
    await expect.poll(() => ops('member-emails', 'koch')).toMatch(delivered);
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
      await hand.click(button(page, 'Download PDF for the auditor'));
      const link = page.getByRole('link', { name: 'Open payments-2026.pdf' });
      await link.waitFor();
      await Promise.all([page.waitForEvent('popup'), hand.click(link)]);
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

  it('exports a voting roll', () =>
    play('Export the voting roll of a day', async (page, hand) => {
      await hand.click(menu(page, 'Members'));
      await hand.click(button(page, 'Export...'));
      const dialog = page.getByRole('dialog', { name: 'Export members' });
      await hand.type(dialog.getByLabel('Active on'), '2026-06-30');
      await download(page, hand.click(dialog.getByRole('button', { name: 'Export as CSV' })));
    }));

  it('checks a member in', () =>
    play('Open a conference desk and check a member in by name', async (page, hand) => {
      await hand.click(menu(page, 'Check-in'));
      await hand.choose(
        page.getByLabel('Conference', { exact: true }),
        'Pacific Graphics 2026 · October 2026',
      );
      await hand.click(button(page, 'Open desk'));
      await hand.click(button(page, 'Search'));
      await hand.type(page.getByRole('searchbox'), 'hilbert');
      await hand.click(button(page, 'Fractal Hilbert'));
      await hand.click(button(page, 'Check in'));
      await sees(page, 'Fractal Hilbert is checked in.');
    }));
});
