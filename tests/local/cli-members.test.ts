import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorMessages } from '#shared/errors';
import { hongKongDate } from '#shared/hong-kong';
import { runCommand } from '../../infra/cli/program.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { mailTo, post, register, tokenOf } from '../support/api/members.ts';
import { appCode } from '../support/api/second-factor.ts';
import { runningProduct } from './running-product.ts';

const { running, ops } = runningProduct();
const why = ['--reason', 'As the board decided'];

describe('the command line for members', () => {
  it('has the time of a product that was started as if it were another day', async () => {
    const day = hongKongDate(new Date(Date.now() + 500 * 86_400_000));
    const there = (...args: string[]) =>
      runCommand(args, { DATA_DIR: running.product.dataFolder, NOW: `${day}T12:00+08:00` });
    const transfer = ['--type', 'student', '--amount', '120', '--date', day, '--reference', 'FPS 1', ...why];
    await expect(ops('bank-transfer', 'bunny', ...transfer)).rejects.toThrow('--date');
    expect(await there('bank-transfer', 'bunny', ...transfer)).toContain('bunny');
    expect(await there('audit', '--action', 'record-bank-transfer')).toContain(`${day} 12:00`);
    await expect(
      runCommand(['audit'], { DATA_DIR: running.product.dataFolder, NOW: 'tomorrow' }),
    ).rejects.toThrow('NOW is "tomorrow".');
  });

  it('adds a member, and invites where that is asked for', async () => {
    const name = ['--first-name', 'Asian', '--last-name', 'Dragon'];
    const add = (address: string, ...options: string[]) =>
      ops('add-member', address, ...name, '--country', 'Japan', '--verified', ...options, ...why);
    expect(await add('statue@example.org', '--invite')).toMatch(
      /^statue added with the membership ID \d{8}\. The invitation is sent within a minute\.$/,
    );
    expect(JSON.parse(await ops('member', 'statue'))).toMatchObject({
      member: { firstName: 'Asian', country: 'Japan', emailVerified: true, hasPassword: false },
    });
    await mailTo(running.product.url, 'statue@example.org', 'Your account on the AG website');
    await expect(add('statue@example.org')).rejects.toThrow('Email already registered');
    await expect(add('statue')).rejects.toThrow('"statue" is not an email address.');
    await expect(add('other@example.org', '--fax', '1')).rejects.toThrow("doesn't take --fax");
    expect(await ops('audit', '--action', 'add-member', '--by', 'operator')).toMatch(/add-member.*verified/);
    expect(await ops('audit', '--by', 'nobody')).toBe('No entries.');
  });

  it('grants, corrects, voids, and records a transfer', async () => {
    const term = ['--type', 'student', '--start', '2026-01-01', '--end', '2027-01-01'];
    expect(await ops('grant-term', 'cornell', ...term, ...why)).toBe('Membership period granted to cornell.');
    expect(await ops('grant-term', 'cornell', ...term, ...why)).toBe(
      'cornell already has this membership period.',
    );
    const later = ['--type', 'student', '--start', '2026-06-01', '--end', '2027-01-01'];
    await expect(ops('grant-term', 'cornell', ...later, ...why)).rejects.toThrow(
      'The member already has another membership period until this day: Student Member from 1 January 2026 to 1 January 2027. Correct that one, or void it first. Run "npm run ops -- member cornell" to see its ID ("endDate#id"), for "correct-term" or "void-term".',
    );
    await ops('void-term', 'cornell', '--term', '2027-01-01#granted-student', ...why);
    const transfer = ['--type', 'student', '--amount', '120', '--date', '2026-01-05', '--reference', 'FPS 7'];
    expect(await ops('bank-transfer', 'cornell', ...transfer, ...why)).toMatch(
      /^Bank transfer recorded\. cornell is a member until 20/,
    );
    await expect(ops('bank-transfer', 'cornell', ...transfer, ...why)).rejects.toThrow(
      'already been recorded',
    );
    const wrong = ['--type', 'student', '--amount', '12', '--date', '2026-01-06', '--reference', 'FPS 8'];
    await expect(ops('bank-transfer', 'cornell', ...wrong, ...why)).rejects.toThrow(
      "HKD 12.00 isn't the fee, which is HKD 120.00. If the amount is right, add --other-amount.",
    );
    const [{ paymentId }] = JSON.parse(await ops('member', 'cornell')).payments;
    const corrected = [...transfer.slice(0, -1), 'FPS 9', '--payment', paymentId];
    expect(await ops('correct-bank-transfer', 'cornell', ...corrected, ...why)).toMatch(
      /^Bank transfer corrected\. cornell is a member until 20/,
    );
    const [second] = JSON.parse(await ops('member', 'cornell')).payments;
    expect(await ops('void-bank-transfer', 'cornell', '--payment', second.paymentId, ...why)).toBe(
      'Bank transfer of cornell voided.',
    );
    await expect(ops('void-bank-transfer', 'cornell', '--payment', second.paymentId, ...why)).rejects.toThrow(
      /^This bank transfer doesn't exist/,
    );
    expect(await ops('set-category', 'cornell', '--category', 'fellow', ...why)).toContain('fellow');
    expect(JSON.parse(await ops('member', 'cornell'))).toMatchObject({ member: { category: 'fellow' } });
    expect(await ops('members', 'cornell', '--category', 'fellow')).toMatch(/cornell@.*\n1 member found\.$/s);
    expect(await ops('audit', 'cornell')).toMatch(/operator {2}void-term .* As the board decided/);
  });

  it.each([
    [['grant-term', 'cornell'], /^Missing option --type\./],
    [['set-category', 'cornell', '--category', 'king'], /^--category must be one of: ordinary, /],
    [
      ['set-category', 'cornell', '--category', 'fellow', '--reason', ''],
      'Missing option --reason. Run "npm run ops -- set-category --help" for help.',
    ],
    [
      ['bank-transfer', 'cornell', '--type', 'student', '--amount', '1,5'],
      /^--amount must be in Hong Kong dollars/,
    ],
    [
      ['bank-transfer', 'cornell', '--type', 'student', '--amount', '0', '--other-amount'],
      '--amount must be from 0.01 to 1,000,000.',
    ],
    [
      ['bank-transfer', 'cornell', '--type', 'student', '--amount', '120', '--date', '0001-01-01'],
      '--date must be a date (YYYY-MM-DD) from 2016-01-01 to today.',
    ],
    [['void-term', 'cornell', '--term', 'x', ...why], /^This membership period doesn't exist/],
    [['import-members'], 'Usage: npm run ops -- import-members FILE'],
    [['import-members', '/nope/x.csv'], "/nope/x.csv doesn't exist."],
    [['import-attendance', '/'], '/ is a folder. Give the name of a file.'],
    [['export-members', '/nope/x.csv'], "The folder /nope doesn't exist. Make it, then try again."],
    [
      ['payments-of-year', '2026', '--csv', '/nope/x.csv'],
      "The folder /nope doesn't exist. Make it, then try again.",
    ],
    [
      ['edit-member', 'cornell', '--date-of-birth', '2999-01-01', ...why],
      "--date-of-birth: Enter today's date or an earlier date.",
    ],
    [
      ['edit-member', 'cornell', '--year-of-degree', '3000', ...why],
      /^--year-of-degree: Enter a year from 0 to 20\d\d\.$/,
    ],
    [
      ['grant-term', 'cornell', '--type', 'student', '--start', '2026-01-01', '--end', '2026-07-01', ...why],
      '--end: Enter a 1 January after the start date.',
    ],
    [['member', 'nobody'], 'No account has the username or membership ID "nobody".'],
    [['edit-member', 'cornell', '--phone', '1'], /^Missing option --reason\./],
    [['edit-member', 'cornell', ...why], /^Name a field to change\./],
    [['edit-member', 'cornell', '--email', 'x', ...why], '--email: Enter a valid email address.'],
    [['edit-member', 'cornell', '--title', 'King', ...why], /^--title must be one of: Dr\., Prof\./],
    [['edit-member', 'cornell', '--year-of-degree', '24', ...why], /^--year-of-degree must be a year/],
    [['delete-member', 'cornell', ...why], /^Missing option --membership-id\./],
    [
      ['delete-member', 'cornell', '--membership-id', '7', ...why],
      '--membership-id must be a membership ID (8 digits).',
    ],
    [
      ['members', '--segment', 'Nobody'],
      'No segment has the name "Nobody". Run "npm run ops -- segments" to list them.',
    ],
    [['remove-segment', 'Nobody'], 'No segment has the name "Nobody".'],
    [['members', '--conference', 'x'], /^No member attended a conference with the ID "x"/],
    [['export-members', 'x.csv', '--columns', 'uid,shoes'], /^--columns must be names with commas/],
    [
      ['export-members', 'x.csv', '--columns', 'uid', '--all-columns'],
      'Give either --columns or --all-columns, not both.',
    ],
    [
      ['open-receipt', 'cornell', '--number', 'AG-9', '--pdf', 'x.pdf'],
      /^--number must be the number of a receipt/,
    ],
    [
      ['open-receipt', 'cornell', '--number', 'AG-000009', '--pdf', 'x.pdf'],
      'The member has no receipt or credit note with this number. Run "npm run ops -- member cornell" to list them or, after the account was deleted, "npm run ops -- payments-of-year YEAR --csv FILE".',
    ],
    [
      ['send-receipt', 'cornell', '--number', 'AG-000009'],
      /^The member has no receipt or credit note with this number\. Run "npm run ops -- member cornell"/,
    ],
  ])('answers %j with a sentence', async (args, sentence) => {
    await expect(ops(...args)).rejects.toThrow(sentence);
  });

  it('edits a profile, tells the member, and a new address is verified by hand', async () => {
    const { url } = running.product;
    await register(url, 'killeroo');
    const edit = (...options: string[]) => ops('edit-member', 'killeroo', ...options, ...why);
    const changed = [
      '--first-name',
      'Kira',
      '--phone',
      '+852 1',
      '--year-of-degree',
      '2024',
      '--country',
      'Japan',
    ];
    expect(await edit(...changed)).toBe('Profile of killeroo changed. We sent an email about it.');
    expect(await edit(...changed)).toBe('killeroo has these details already.');
    await edit('--phone', '', '--date-of-birth', '1999-12-31');
    const { member: before } = JSON.parse(await ops('member', 'killeroo'));
    expect(before).toMatchObject({ firstName: 'Kira', phone: '', yearOfDegree: 2024, country: 'Japan' });
    expect(before.dateOfBirth).toBe('1999-12-31');
    await edit('--email', 'kira@example.org');
    expect(
      await mailTo(url, 'killeroo@example.org', 'We changed the email address of your account'),
    ).toContain('As the board decided');
    await ops('verify-email', before.uid, ...why);
    expect(JSON.parse(await ops('member', before.uid))).toMatchObject({
      member: { email: 'kira@example.org', emailVerified: true },
    });
    expect(await ops('audit', 'killeroo')).toMatch(/operator {2}mark-email-verified .* As the board decided/);
  });

  it('invites a member once more and deletes one, each for a reason', async () => {
    await expect(ops('invite-member', 'cornell', ...why)).rejects.toThrow(
      'This member can log in already or is disabled.',
    );
    await ops('add-member', 'buddha@example.org', '--first-name', 'Happy', '--last-name', 'Buddha', ...why);
    expect(await ops('invite-member', 'buddha', ...why)).toBe(
      'The invitation to buddha is sent within a minute.',
    );
    await mailTo(running.product.url, 'buddha@example.org', 'Your account on the AG website');
    const { member } = JSON.parse(await ops('member', 'buddha'));
    const remove = (id: string) => ops('delete-member', 'buddha', '--membership-id', id, ...why);
    await expect(remove('00000007')).rejects.toThrow('buddha has another membership ID.');
    expect(await remove(member.uid)).toBe('The account of buddha is deleted. We sent an email about it.');
    await expect(ops('member', 'buddha')).rejects.toThrow('No account has the username');
    expect(
      await mailTo(running.product.url, 'buddha@example.org', 'Your account has been deleted'),
    ).toContain('As the board decided');
    expect(await ops('audit', '--action', 'delete-account')).toMatch(
      new RegExp(`operator  delete-account  ${member.uid}  As the board decided`),
    );
    const administrator = JSON.parse(await ops('member', 'teapot')).member;
    await expect(
      ops('delete-member', 'teapot', '--membership-id', administrator.uid, ...why),
    ).rejects.toThrow(errorMessages['administrator-protected']);
  });

  it('opens a receipt and sends it again, also after the account is gone', async () => {
    await ops('add-member', 'lucy@example.org', '--first-name', 'Lucy', '--last-name', 'Scan', ...why);
    const transfer = [
      '--type',
      'student',
      '--amount',
      '120',
      '--date',
      '2026-01-05',
      '--reference',
      'FPS 99',
    ];
    await ops('bank-transfer', 'lucy', ...transfer, ...why);
    const { member, payments } = JSON.parse(await ops('member', 'lucy'));
    const number: string = payments[0].receipt;
    // Where the help says that the number stands.
    for (const command of ['open-receipt', 'send-receipt'])
      expect((await ops(command, '--help')).replaceAll(/\s+/g, ' ')).toContain(
        'as "member NAME" or the file of "payments-of-year YEAR --csv FILE" shows it',
      );
    const csv = join(running.product.dataFolder, '2026.csv');
    await ops('payments-of-year', hongKongDate(new Date()).slice(0, 4), '--csv', csv);
    expect(await readFile(csv, 'utf8')).toContain(number);
    const pdf = join(running.product.dataFolder, 'receipt.pdf');
    const open = (name: string, file: string) => ops('open-receipt', name, '--number', number, '--pdf', file);
    await expect
      .poll(() => open('lucy', pdf).catch(String), { timeout: 20_000 })
      .toBe(`${number} written to ${pdf}.`);
    expect((await readFile(pdf, 'latin1')).slice(0, 5)).toBe('%PDF-');
    expect(await ops('send-receipt', 'lucy', '--number', number)).toBe(
      `The email about ${number} is sent to lucy within a minute.`,
    );
    expect(await ops('audit', 'lucy')).toMatch(/send-receipt/);
    await ops('delete-member', 'lucy', '--membership-id', member.uid, ...why);
    await expect(open(member.uid, pdf)).rejects.toThrow(`${pdf} already exists. Choose another name.`);
    await expect(open('lucy', `${pdf}.2`)).rejects.toThrow('No account has the username');
    await expect
      .poll(() => open(member.uid, `${pdf}.2`).catch(String), { timeout: 20_000 })
      .toContain('written to');
    await expect(ops('send-receipt', member.uid, '--number', number)).rejects.toThrow('No account has');
  });

  it('saves segments, and lists and exports members by them with chosen columns', async () => {
    expect(await ops('segments')).toBe('No segments.');
    await ops(
      'add-conference-record',
      'cornell',
      '--conference',
      'Pacific Graphics',
      '--date',
      '2025',
      ...why,
    );
    const [, conference = ''] = /^(\w{16}) {2}Pacific Graphics, 2025$/m.exec(await ops('conferences')) ?? [];
    expect(await ops('save-segment', 'At PG', '--conference', conference)).toBe('Segment "At PG" saved.');
    await ops('save-segment', 'Box', '--search', 'cornell box', '--country', 'Japan');
    expect((await ops('segments')).split('\n')).toEqual([
      'At PG  conference: Pacific Graphics, 2025',
      'Box  search: cornell box  country: Japan',
    ]);
    expect(JSON.parse(await ops('segments', '--json'))[0]).toEqual({
      name: 'At PG',
      filter: { search: '', conference },
    });
    expect(await ops('members', '--segment', 'at pg')).toMatch(/cornell@.*\n1 member found\.$/s);
    expect(await ops('members', 'nobody', '--segment', 'At PG')).toBe('0 members found.');
    const file = join(running.product.dataFolder, 'chosen.csv');
    expect(await ops('export-members', file, '--conference', conference, '--columns', 'email,uid')).toBe(
      `1 member exported to ${file}.`,
    );
    expect(await readFile(file, 'utf8')).toMatch(
      /^\ufeff"?Membership ID"?,"?Email"?\r\n"?\d{8}"?,"?cornell@[^,]+"?\s*$/,
    );
    const nobody = ['--segment', 'At PG', '--search', 'nobody', '--all-columns'];
    await expect(ops('export-members', file, ...nobody)).rejects.toThrow(`${file} already exists.`);
    await ops('export-members', `${file}.2`, ...nobody);
    expect(await readFile(`${file}.2`, 'utf8')).not.toContain('cornell');
    expect(await ops('remove-segment', 'at pg')).toBe('Segment "At PG" removed.');
    expect(await ops('segments')).not.toContain('At PG');
    expect(await ops('audit', '--action', 'save-segment')).toMatch(/operator {2}save-segment {2}- .*At PG/);
  });

  it('resets two-step verification of a member who has lost the phone', async () => {
    const { url } = running.product;
    await register(url, 'spotless');
    await expect(ops('reset-second-factor', 'spotless')).rejects.toThrow(/^Missing option --reason\./);
    await expect(ops('reset-second-factor', 'spotless', ...why)).rejects.toThrow(
      "The member hasn't set up two-step verification.",
    );
    const token = await tokenOf(url, 'spotless');
    const password = hashed(PASSWORD, SALT);
    const begun = await (await post(url, '/user/second-factor', { action: 'begin', password }, token)).json();
    const code = appCode(begun.data.setup.secret, new Date());
    expect((await post(url, '/user/second-factor', { action: 'finish', code }, token)).status).toBe(200);
    expect(await tokenOf(url, 'spotless')).toBeUndefined();
    expect(await ops('reset-second-factor', 'spotless', ...why)).toContain('with the password alone');
    expect((await post(url, '/auth/gensalt', undefined, token)).status).toBe(401);
    expect(await tokenOf(url, 'spotless')).toMatch(/\./);
    expect(await ops('audit', 'spotless')).toMatch(/operator {2}reset-second-factor .* As the board decided/);
    expect(await mailTo(url, 'spotless@example.org', 'Two-step verification was reset')).toContain(
      'We turned off two-step verification',
    );
  });

  it('imports a file once, however often, and exports members', async () => {
    const file = join(running.product.dataFolder, 'list.csv');
    const finished =
      'Import finished. Added: 1. Updated: 0. Unchanged: 0. Left out: 0. Membership periods added: 0.';
    await writeFile(file, 'Email,First name,Last name\nspot,Spot,Model\n');
    await expect(ops('import-members', file)).rejects.toThrow(
      /^row 2 "spot", Email: Enter a valid email address\.\n1 error found\. Nothing was imported\.$/,
    );
    const list = 'Email,First name,Nachname\nspot@models.example,Spot,Model\n';
    await writeFile(file, list);
    await expect(ops('import-members', file)).rejects.toThrow(
      /Last name: This column is missing\.\nIgnored columns: Nachname\./,
    );
    await expect(ops('import-members', file, '--column', 'Nachname=surname')).rejects.toThrow(
      /^--column must be HEADING=COLUMN\. Columns: email, /,
    );
    await expect(ops('import-members', file, '--column', 'Nme=lastName')).rejects.toThrow(
      'The file has no column "Nme". Columns: Email, First name, Nachname.',
    );
    expect(await ops('import-members', file, '--column', 'Nachname=lastName', '--check')).toBe(
      'add: 1\n  row 2: spot@models.example: Spot Model\nNothing was imported.',
    );
    expect(await ops('imports')).not.toContain('list.csv');
    await writeFile(file, list.replace('Nachname', 'Last name'));
    const first = await ops('import-members', file);
    expect(first).toMatch(finished);
    expect(await ops('import-members', file)).toMatch(
      /^This file was already imported on .* \(Added: 1\. .*\)\. Nothing was changed\.\nTo invite them: /,
    );
    const [, id = ''] = /invite-members (\w+) --count 1$/.exec(first) ?? [];
    await expect(ops('invite-members', id, '--count', 'all')).rejects.toThrow(
      '--count must be a number from 1.',
    );
    expect(await ops('invite-members', id, '--count', '5')).toBe(
      'Invited: 1. In all: 1. Not invited yet: 0.',
    );
    expect(await ops('invite-members', id, '--count', '5')).toBe(
      'Invited: 0. In all: 1. Not invited yet: 0.',
    );
    expect(
      await mailTo(running.product.url, 'spot@models.example', 'Your account on the AG website'),
    ).toContain('spot');
    await writeFile(
      file,
      `Email,First name,Last name,Salt,Hash\nold@models.example,Old,Model,${SALT},${hashed(PASSWORD, SALT)}\n`,
    );
    await ops('import-members', file, '--verified-reason', 'Mailed this year');
    expect(JSON.parse(await ops('member', 'old'))).toMatchObject({ member: { emailVerified: true } });
    expect(await tokenOf(running.product.url, 'old')).toMatch(/\./);
    const exported = join(running.product.dataFolder, 'members.csv');
    await ops('export-members', exported);
    expect(await readFile(exported, 'utf8')).toMatch(/"spot","Spot","Model","spot@models\.example"/);
  });
});
