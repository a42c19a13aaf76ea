import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { register, tokenOf } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { download, fetchReply, fontsAreThere, overflowOf, sees } from '../support/browser/pages.ts';
import { openWindow, type View } from '../support/browser/user-center.ts';

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
// The server reads the list of members once a minute, so these must exist before it does.
beforeAll(async () => {
  const { url } = journey.server;
  await register(url, 'lucy');
  await journey.server.ops('grant-admin', 'lucy');
  token = await tokenOf(url, 'lucy');
  await journey.server.office(async ({ addMember, addConferenceRecord, grantTerm }) => {
    for (const [lastName, term] of members) {
      const username = lastName.toLowerCase();
      await addMember({
        ...{ email: `${username}@curves.example`, username, firstName: 'Fractal', lastName },
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

describe('the office', () => {
  it('finds the students until 2027 in the list and among the recipients', async () => {
    const page = await enter('/members');
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
    await page.getByLabel('Attended').selectOption('Pacific Graphics 2026 · October 2026');
    await sees(page, 'Page 1 of 1 · 1 member');
    await page.getByRole('link', { name: /Peano/ }).waitFor();

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
  });

  it('exports the voting roll of a day', async () => {
    const page = await enter('/members');
    await page.getByRole('button', { name: 'Export...', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export members' });
    await dialog.getByLabel('Active on').fill('2026-02-15');
    const roll = await download(page, dialog.getByRole('button', { name: 'Export as CSV' }).click());
    expect(roll.name).toBe('members-active-on-2026-02-15.csv');
    expect(members.map(([name]) => name).filter((name) => roll.text.includes(name))).toEqual([
      'Menger',
      'Peano',
    ]);
    await sees(page, /^\d+ members exported to members-active-on-2026-02-15\.csv\.$/);
  });

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

    await page
      .getByRole('navigation', { name: 'User Center menu' })
      .getByRole('link', { name: 'Members', exact: true })
      .click();
    await page.getByLabel('Attended').waitFor();
    const filters = await page
      .locator('.filters--members .field')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    const rows = [...Map.groupBy(filters, (top) => top).values()].map(({ length }) => length);
    expect(rows).toHaveLength(2);
    expect(Math.min(...rows)).toBeGreaterThan(1);
  });
});
