import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hongKongDate } from '#shared/hong-kong';
import { runCommand } from '../../infra/cli/program.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { tokenOf } from '../support/api/members.ts';
import { runningProduct } from './running-product.ts';

const { running, ops } = runningProduct();

it('has the time of a product that was started as if it were another day', async () => {
  const day = hongKongDate(new Date(Date.now() + 500 * 86_400_000));
  const environment = { DATA_DIR: running.product.dataFolder, NOW: `${day}T12:00+08:00` };
  await runCommand(['enable', 'cornell', '--reason', 'A test'], environment);
  const { entries } = await running.product.office(({ listAudit }) => listAudit(day.slice(0, 7), 5));
  const at = expect.stringContaining(`${day}T04:00:`);
  expect(entries).toMatchObject([{ action: 'enable-account', at }]);
  await expect(
    runCommand(['enable', 'cornell', '--reason', 'A test'], { ...environment, NOW: 'tomorrow' }),
  ).rejects.toThrow('NOW is "tomorrow".');
});

it.each([
  [[], 'Usage: npm run ops -- import-members FILE'],
  [['/nope/x.csv'], "/nope/x.csv doesn't exist."],
  [['/'], '/ is a folder. Give the name of a file.'],
  [['/nope/x.csv', '--existing', 'all'], /^--existing must be one of: skip, /],
  [['/nope/x.csv', '--verified-reason', ' '], /^Missing option --verified-reason\./],
])('answers import-members with %j with a sentence', async (args, sentence) => {
  await expect(ops('import-members', ...args)).rejects.toThrow(sentence);
});

it('says what is wrong with a file, checks and imports members once, and says where they are invited', async () => {
  const file = join(running.product.dataFolder, 'list.csv');
  const finished = 'Import finished. Added: 1. Updated: 0. Unchanged: 0. Membership periods added: 0.';
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
  await writeFile(file, list.replace('Nachname', 'Last name'));
  const invitation =
    '1 member can be invited: in the User Center, open Members, Import, and select "Invite members" at this import.';
  expect(await ops('import-members', file)).toBe(`${finished}\n${invitation}`);
  expect(await ops('import-members', file)).toMatch(
    /^This file was already imported on .* \(Added: 1\. .*\)\. Nothing was changed\.\n1 member can be invited: /,
  );
});

it('moves a member of the old website in with the password', async () => {
  const file = join(running.product.dataFolder, 'old.csv');
  await writeFile(
    file,
    `Email,First name,Last name,Salt,Hash\nold@models.example,Old,Model,${SALT},${hashed(PASSWORD, SALT)}\n`,
  );
  await ops('import-members', file, '--verified-reason', 'Mailed this year');
  const { emailVerified } = await running.product.office(({ findMember }) => findMember('old'));
  expect(emailVerified).toBe(true);
  expect(await tokenOf(running.product.url, 'old')).toMatch(/\./);
});
