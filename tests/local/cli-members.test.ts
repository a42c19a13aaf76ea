import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../infra/cli/program.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { mailTo, post, register, tokenOf } from '../support/api/members.ts';
import { appCode } from '../support/api/second-factor.ts';
import { type RunningProduct, startProduct } from '../support/product/product.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.remove());

const ops = (...args: string[]) => runCommand(args, { DATA_DIR: product.dataFolder });
const why = ['--reason', 'As the board decided'];

describe('the command line for members', () => {
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
    await mailTo(product.url, 'statue@example.org', 'Your account on the AG website');
    await expect(add('statue@example.org')).rejects.toThrow('Email already registered');
    await expect(add('statue')).rejects.toThrow('"statue" is not an email address.');
    await expect(add('other@example.org', '--phone', '1')).rejects.toThrow("doesn't take --phone");
    expect(await ops('audit', '--action', 'add-member', '--by', 'operator')).toMatch(/add-member.*verified/);
    expect(await ops('audit', '--by', 'nobody')).toBe('No entries.');
  });

  it('grants, corrects, voids, and records a transfer', async () => {
    const term = ['--type', 'student', '--start', '2026-01-01', '--end', '2027-01-01'];
    expect(await ops('grant-term', 'cornell', ...term, ...why)).toBe('Membership period granted to cornell.');
    expect(await ops('grant-term', 'cornell', ...term, ...why)).toBe(
      'cornell already has this membership period.',
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
    [['set-category', 'cornell', '--category', 'fellow'], /^Missing option --reason\./],
    [
      ['bank-transfer', 'cornell', '--type', 'student', '--amount', '1,5'],
      /^--amount must be in Hong Kong dollars/,
    ],
    [['void-term', 'cornell', '--term', 'x', ...why], /^This membership period doesn't exist/],
    [['import-members'], 'Usage: import-members FILE'],
    [['member', 'nobody'], 'No account has the username "nobody".'],
  ])('answers %j with a sentence', async (args, sentence) => {
    await expect(ops(...args)).rejects.toThrow(sentence);
  });

  it('resets two-step verification of a member who has lost the phone', async () => {
    const { url } = product;
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
      'operator',
    );
  });

  it('imports a file once, however often, and exports members', async () => {
    const file = join(product.dataFolder, 'list.csv');
    const finished = 'Import finished. Added: 1. Updated: 0. Unchanged: 0. Left out: 0.';
    await writeFile(file, 'Email,First name,Last name\nspot,Spot,Model\n');
    await expect(ops('import-members', file)).rejects.toThrow(
      /^row 2 "spot", Email: Enter a valid email address\.\n1 error found\. Nothing was imported\.$/,
    );
    const list = 'Email,First name,Nachname\nspot@models.example,Spot,Model\n';
    await writeFile(file, list);
    await expect(ops('import-members', file)).rejects.toThrow(/Last name: This column is missing\./);
    await expect(ops('import-members', file, '--column', 'Nachname=surname')).rejects.toThrow(
      /^--column must be HEADING=COLUMN\. Columns: email, /,
    );
    expect(await ops('import-members', file, '--column', 'Nachname=lastName', '--check')).toBe(
      'add: 1\n  row 2: spot@models.example: Spot Model\nNothing was imported.',
    );
    await writeFile(file, list.replace('Nachname', 'Last name'));
    const first = await ops('import-members', file);
    expect(first).toMatch(finished);
    expect(await ops('import-members', file)).toBe(first);
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
    expect(await mailTo(product.url, 'spot@models.example', 'Your account on the AG website')).toContain(
      'spot',
    );
    await writeFile(
      file,
      `Email,First name,Last name,Salt,Hash\nold@models.example,Old,Model,${SALT},${hashed(PASSWORD, SALT)}\n`,
    );
    await ops('import-members', file, '--verified-reason', 'Mailed this year');
    expect(JSON.parse(await ops('member', 'old'))).toMatchObject({ member: { emailVerified: true } });
    expect(await tokenOf(product.url, 'old')).toMatch(/\./);
    const exported = join(product.dataFolder, 'members.csv');
    await ops('export-members', exported);
    expect(await readFile(exported, 'utf8')).toMatch(/"spot","Spot","Model","spot@models\.example"/);
  });
});
