import { beforeEach, describe, expect, it } from 'vitest';
import type { Member } from '../../../functions/members/member.ts';
import { setMembershipWrite } from '../../../functions/members/write-repository.ts';
import { insertTermWrite } from '../../../functions/memberships/repository.ts';
import { extendedBy } from '../../../functions/memberships/term.ts';
import { keys } from '../../../functions/platform/table/schema.ts';
import { term } from '../../support/api/make.ts';
import { between } from '../../support/between.ts';
import { startReminders } from '../../support/jobs/reminders.ts';
import { atNextCall } from '../../support/table/at-calls.ts';

let reminders: Awaited<ReturnType<typeof startReminders>>;
beforeEach(async () => {
  reminders = await startReminders();
});

const pay = async ({ uid, version, ...member }: Member) => {
  const { table } = reminders;
  const paid = term('2027-01-01', '2028-01-01');
  const failed = await table.commit([
    insertTermWrite(uid, paid),
    setMembershipWrite({ uid, version }, extendedBy(member, paid)),
  ]);
  expect(failed).toEqual([]);
};

describe('the reminders of a year’s end', () => {
  it('are sent once for each stage, to members whose membership ends', async () => {
    await reminders.add('teapot');
    await reminders.add('bunny', { activeUntil: '2028-01-01' });
    await reminders.add('cornell', { activeUntil: '2026-01-01' });
    await reminders.add('lucy', { activeUntil: '' });
    for (const date of ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-15', '2026-12-31', '2027-01-01'])
      await reminders.run(date);
    for (const date of ['2027-01-02', '2027-01-03', '2027-02-10']) await reminders.run(date);
    expect(await reminders.written()).toEqual({
      marks: ['teapot 2027#01-02', 'teapot 2027#12-01', 'teapot 2027#12-15', 'teapot 2027#12-31'],
      mails: ['teapot 2026-12-01', 'teapot 2026-12-15', 'teapot 2026-12-31', 'teapot 2027-01-02'],
    });
  });

  it('are not sent to disabled, deleted and unverified members, unless they verify before the next stage', async () => {
    await reminders.add('teapot', { state: 'disabled' });
    await reminders.add('bunny', { emailVerified: false });
    const { uid } = await reminders.add('cornell');
    await reminders.table.call('DeleteItem', { Key: keys.member(uid) });
    expect(await reminders.run('2026-12-01')).toMatchObject({ reminded: 0, 'passed-over': 2, failed: 0 });
    expect(await reminders.written()).toEqual({ marks: [], mails: [] });
    await reminders.add('bunny');
    await reminders.run('2026-12-16');
    expect((await reminders.written()).marks).toEqual(['bunny 2027#12-15']);
  });

  it.each(['before', 'after'])('are not sent if a payment comes %s the member is read', async (when) => {
    const teapot = await reminders.add('teapot');
    atNextCall(reminders.context.table, /^BatchGetItem .*PROFILE/, async (go) => {
      if (when === 'before') await pay(teapot);
      const found = await go();
      if (when === 'after') await pay(teapot);
      return found;
    });
    const counts = await reminders.run('2026-12-01');
    expect(counts).toMatchObject({ reminded: 0, changed: 1 });
    expect(await reminders.written()).toEqual({ marks: [], mails: [] });
  });
});

it('simultaneous runs write one email for each member', async () => {
  const names = Array.from({ length: 5 }, (_, index) => `member${index}`);
  for (const name of names) await reminders.add(name);
  const runs = Array.from({ length: 4 }, () => reminders.run('2026-12-01').catch(() => undefined));
  await Promise.all(runs);
  await reminders.run('2026-12-02');
  const { marks, mails } = await reminders.written();
  expect([marks.length, mails.length]).toEqual([names.length, names.length]);
});

describe('a crash at any call to the table', () => {
  const NAMES = ['teapot', 'bunny'];

  it.each(['before it is done', 'after it is done'])('%s leaves one email for each member', async (mode) => {
    for (let k = 1; ; k += 1) {
      reminders = await startReminders();
      for (const name of NAMES) await reminders.add(name);
      let calls = 0;
      const endpoint = await between(async ({ pass, response }) => {
        calls += 1;
        // From the k-th call on, the process is dead: its connection is cut, and no later one succeeds.
        if (calls < k) return (await pass())();
        if (calls === k && mode === 'after it is done') await pass();
        response.destroy();
      });
      await reminders.run('2026-12-01', reminders.through(endpoint)).catch(() => undefined);
      await reminders.run('2026-12-02');
      const { marks, mails } = await reminders.written();
      expect({ k, marks }).toEqual({ k, marks: NAMES.map((name) => `${name} 2027#12-01`).sort() });
      expect({ k, mails: mails.length }).toEqual({ k, mails: NAMES.length });
      if (calls < k) break;
    }
  });
});
