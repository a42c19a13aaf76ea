import { beforeEach, describe, expect, it } from 'vitest';
import { copyMembers, readOnly } from '../../functions/handlers/rehearsal.ts';
import { type CallName, openTable } from '../../functions/platform/table/table.ts';
import { runCommand } from '../../infra/cli/program.ts';
import {
  estimateCost,
  formatReport,
  formatReportJson,
  parsePeriod,
  rehearseDays,
} from '../../infra/cli/rehearse.ts';
import { opsLine } from '../../infra/command-line.ts';
import { between } from '../support/between.ts';
import { type RunningReminders, startReminders } from '../support/jobs/reminders.ts';
import { allRows, freshTable, localAws } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const days = { from: '2026-11-01', to: '2027-01-15' };

let source: RunningReminders;
beforeEach(async () => {
  Object.assign(process.env, localAws);
  source = await startReminders();
});

async function people() {
  const teapot = await source.add('teapot');
  const bunny = await source.add('bunny', { firstName: 'Stanford', lastName: 'Bunny', emailVerified: false });
  const lucy = await source.add('lucy', { firstName: 'Lucy', lastName: '', state: 'disabled' });
  await source.add('dragon', { activeUntil: '2028-01-01' });
  await source.add('cornell', { activeUntil: '2025-01-01' });
  return { teapot, bunny, lucy };
}

describe('a rehearsal', () => {
  it('says who gets which email when, and whose membership ends', async () => {
    const { teapot, bunny, lucy } = await people();
    const report = await rehearseDays(source.table, days);
    const mail = (date: string, subject: string) => ({
      date,
      uid: teapot.uid,
      subject,
    });
    expect(report.mails).toEqual([
      mail('2026-12-01', 'Your membership ends on 1 January 2027'),
      mail('2026-12-15', 'Your membership ends on 1 January 2027'),
      mail('2026-12-31', 'Your membership ends on 1 January 2027'),
      mail('2027-01-02', 'Your membership ended on 1 January 2027'),
    ]);
    const lapses = [
      { date: '2027-01-02', uid: teapot.uid },
      { date: '2027-01-02', uid: bunny.uid, unreachable: 'not verified' },
      { date: '2027-01-02', uid: lucy.uid, unreachable: 'disabled' },
    ];
    expect(report.lapses).toHaveLength(3);
    expect(report.lapses).toEqual(expect.arrayContaining(lapses));
    expect(report.members).toBe(5);
  });

  it('leaves out reminders that were sent already', async () => {
    await source.add('teapot');
    await source.run('2026-12-01');
    const { mails } = await rehearseDays(source.table, days);
    expect(mails.map(({ date }) => date)).toEqual(['2026-12-15', '2026-12-31', '2027-01-02']);
  });

  it('sends what the real run then sends', async () => {
    const known = await people();
    const names = new Map(Object.entries(known).map(([name, { uid }]) => [uid, name]));
    const { mails } = await rehearseDays(source.table, { from: '2026-12-01', to: '2027-01-03' });
    for (const date of ['2026-12-01', '2026-12-02', '2026-12-15', '2026-12-31', '2027-01-02'])
      await source.run(date);
    const sent = (await source.written()).mails;
    expect(mails.map(({ date, uid }) => `${names.get(uid)} ${date}`).sort()).toEqual(sent);
  });

  it('only reads its source and changes no row there', async () => {
    await people();
    const before = await allRows(source.table);
    const calls = new Set<string>();
    const endpoint = await between(async ({ call, pass }) => {
      calls.add(call);
      (await pass())();
    });
    await rehearseDays(openTable(source.table.name, { endpoint }), days);
    expect([...calls]).toEqual(['Query']);
    expect(await allRows(source.table)).toEqual(before);
  });

  it('copies members who may be reminded and the marks, without personal data', async () => {
    const { uid } = await source.add('teapot', {
      firstName: 'Utah',
      lastName: 'Brandstetter',
      phone: '+852 5555 0101',
      address: '1 Kitchen Road',
      dateOfBirth: '1975-01-01',
    });
    await source.run('2026-12-01');
    const replies: string[] = [];
    const endpoint = await between(async ({ pass, response }) => {
      const end = response.end.bind(response);
      response.end = ((chunk: string) => {
        replies.push(chunk);
        return end(chunk);
      }) as typeof response.end;
      (await pass())();
    });
    const copy = await freshTable();
    await copyMembers(openTable(source.table.name, { endpoint }), copy);
    const rows = await allRows(copy);
    expect(rows.map(({ sk }) => sk).sort()).toEqual(['PROFILE', 'REMINDER#2027#12-01']);
    const profile = rows.find(({ sk }) => sk === 'PROFILE');
    const email = `${uid}@members.invalid`;
    expect(profile).toMatchObject({ uid, email, firstName: 'Member', lastName: '', emailVerified: true });
    // Neither in the new table nor on the way to this machine.
    expect(replies.length).toBeGreaterThan(2);
    for (const text of [JSON.stringify(rows), ...replies]) {
      expect(text).not.toMatch(/teapot|utah|brandstetter|5555|kitchen|1975|argon2/i);
    }
  });

  it('counts the write units of each email', async () => {
    for (let index = 0; index < 5; index += 1) await source.add(`member${index}`);
    const { mails, writeUnits } = await rehearseDays(source.table, days);
    expect(mails).toHaveLength(20);
    expect(writeUnits / mails.length).toBeGreaterThan(8);
    expect(writeUnits / mails.length).toBeLessThan(30);
  });
});

describe('a read-only table', () => {
  const writes: CallName[] = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'];
  it.each(writes)('rejects %s', async (name) => {
    await expect(readOnly(source.table).call(name, {} as never)).rejects.toThrow(
      `${name} would write to what is only to be read`,
    );
  });
});

describe('the report', () => {
  it('reads well in a terminal, and is available as JSON', async () => {
    const { teapot, bunny } = await people();
    const report = await rehearseDays(source.table, days);
    const lines = formatReport(days, report, opsLine('staging')).split('\n');
    expect(lines[0]).toBe(
      'Preview from 2026-11-01 to 2027-01-15 (Hong Kong time) on a copy of 5 members. It assumes that nobody pays. No email is sent.',
    );
    expect(lines[1]).toBe(
      `Members are shown by membership ID. To see who it is, for example: npm run ops -- members ${teapot.uid} --stage staging`,
    );
    expect(lines).toContain('2026-12-15  1 email: Your membership ends on 1 January 2027');
    expect(lines).toContain(`            ${teapot.uid}`);
    expect(lines).toContain('2027-01-02  3 memberships end');
    expect(lines.join('\n')).toContain(`${bunny.uid}  (no email: email not verified)`);
    expect(lines).toContain('Total:     4 emails to 1 member, 3 memberships ending');
    expect(lines).toContain('Emails:    US$ 0.0004  (US$ 0.10 for 1,000)');
    expect(JSON.parse(formatReportJson(days, report))).toEqual({
      ...days,
      ...report,
      costUsDollars: estimateCost({ mails: 4, writeUnits: report.writeUnits }),
    });
  });

  it('says so if nothing happens', async () => {
    const quiet = { from: '2026-05-01', to: '2026-05-02' };
    expect(formatReport(quiet, await rehearseDays(source.table, quiet), opsLine(undefined))).toContain(
      'No reminders and no memberships ending on these days.',
    );
  });
});

describe('the days of a rehearsal', () => {
  const OUT_OF_ORDER =
    "--to can't be before --from, and 400 days are the most. Example: npm run ops -- rehearse --from 2026-11-01 --to 2027-01-15";
  it.each([
    ['2026-11-01', '2026-11-01'],
    ['2028-02-29', '2028-03-01'],
    ['2026-11-01', '2027-12-05'],
  ])('can be %s to %s', (from, to) => {
    expect(parsePeriod({ from, to }, opsLine(undefined))).toEqual({ from, to });
  });

  it.each([
    [[], 'Missing option --from. Run "npm run ops -- rehearse --help" for help.'],
    [['2026-11-01'], 'Missing option --to. Run "npm run ops -- rehearse --help" for help.'],
    [['2026-02-30', '2026-03-01'], '--from must be a date (YYYY-MM-DD).'],
    [['2026-11-01', '2026-11-30T00:00'], '--to must be a date (YYYY-MM-DD).'],
    [['2026-11-02', '2026-11-01'], OUT_OF_ORDER],
    [['2026-11-01', '2027-12-06'], OUT_OF_ORDER],
  ])('cannot be %j', async ([from, to], sentence) => {
    const args = ['rehearse', ...(from ? ['--from', from] : []), ...(to ? ['--to', to] : [])];
    await expect(runCommand(args, { DATA_DIR: temporaryFolder() })).rejects.toThrow(sentence);
  });
});
