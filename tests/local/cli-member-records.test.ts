import { describe, expect, it } from 'vitest';
import { mailTo, register } from '../support/api/members.ts';
import { runningProduct } from './running-product.ts';

const { running, ops } = runningProduct();
const why = ['--reason', 'As the board decided'];

describe("the command line for a member's records and the statistics", () => {
  it('adds notes on a member, lists and deletes them, once', async () => {
    expect(await ops('notes', 'cornell')).toBe('No notes.');
    expect(await ops('add-note', 'cornell', '--text', 'Asked for an invoice')).toBe('Note on cornell added.');
    await ops('add-note', 'cornell', '--text', 'Called back');
    const [, id = ''] =
      /^\S+Z#\w{32} {2}[\d-]+ [\d:]+ \+08:00 {2}operator\n {2}Called back\n(\S+) .*\n {2}Asked for an invoice$/.exec(
        await ops('notes', 'cornell'),
      ) ?? [];
    expect(await ops('delete-note', 'cornell', '--id', id)).toBe('Note on cornell deleted.');
    await expect(ops('delete-note', 'cornell', '--id', id)).rejects.toThrow(
      'This note doesn\'t exist. Run "npm run ops -- notes cornell" to list them.',
    );
    expect(JSON.parse(await ops('notes', 'cornell', '--json'))).toMatchObject([{ text: 'Called back' }]);
    expect((await ops('audit', 'cornell')).match(/(add|delete)-note/g)).toEqual([
      'delete-note',
      'add-note',
      'add-note',
    ]);
    expect(await ops('audit', 'cornell')).not.toContain('Called back');
    await expect(ops('add-note', 'cornell', '--text', 'x'.repeat(2001))).rejects.toThrow(/^--text: /);
  });

  it('lists the emails to a member, with what became of them', async () => {
    await register(running.product.url, 'ogre');
    await mailTo(running.product.url, 'ogre@example.org', 'Welcome to AG: verify your email address');
    await expect
      .poll(() => ops('member-emails', 'ogre'))
      .toMatch(/^\S+ {2}[\d-]+ [\d:]+ \+08:00 {2}ogre@example\.org {2}Delivered {2}Welcome/);
    expect(JSON.parse(await ops('member-emails', 'ogre', '--json')).items).toMatchObject([
      { kind: 'transactional', address: 'ogre@example.org' },
    ]);
    await ops('add-member', 'nefertiti@example.org', '--first-name', 'N', '--last-name', 'N', ...why);
    expect(await ops('member-emails', 'nefertiti')).toBe('No emails.');
    expect(await ops('audit', 'ogre')).toMatch(/operator {2}view-member/);
  });

  it('shows the numbers of the dashboard', async () => {
    await expect
      .poll(() => ops('statistics'), { timeout: 20_000 })
      .toMatch(
        /^Members at the end of each year, by status\nYear +Registered +Active +Expired\n20\d\d( +\d+){3}\n/,
      );
    const { years, payments, countedAt } = JSON.parse(await ops('statistics', '--json'));
    const text = await ops('statistics');
    expect(
      text
        .match(/^20\d\d .*/m)?.[0]
        .split(/ +/)
        .slice(1),
    ).toEqual(['registered', 'active', 'expired'].map((status) => String(years.at(-1).statuses[status])));
    expect(text.match(/^\w+ 20\d\d( +[\d.]+){4}$/gm)?.length).toBeGreaterThanOrEqual(payments.length);
    expect(text).toMatch(
      /^Month +Payments +HKD +Of which bank transfers +HKD\n(.+\n)+Only payments that extended a membership: /m,
    );
    expect(text).toMatch(/^Renewals by the end of each month\n +ending on 1 January 20\d\d/m);
    expect(text).toMatch(/^July( +\d+){2}$/m);
    expect(Date.parse(/^Counted: (.+)$/m.exec(text)?.[1] ?? '')).toBe(
      Math.floor(Date.parse(countedAt) / 1000) * 1000,
    );
  });
});
