import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hongKongDate } from '#shared/hong-kong';
import { runCommand } from '../../infra/cli/program.ts';
import { runningProduct } from './running-product.ts';

const { running, ops } = runningProduct();

it('has the time of a product that was started as if it were another day', async () => {
  const day = hongKongDate(new Date(Date.now() + 500 * 86_400_000));
  const environment = { DATA_DIR: running.product.dataFolder, NOW: `${day}T12:00+08:00` };
  await runCommand(['enable', 'cornell', '--reason', 'A test'], environment);
  const { entries } = await running.product.office(({ listAudit }) => listAudit(day.slice(0, 7), 5));
  const at = expect.stringContaining(`${day}T04:00:`);
  expect(entries).toMatchObject([{ action: 'enable-account', at }]);
});

it('says what is wrong with a file, checks and imports members once, and says where they are invited', async () => {
  const file = join(running.product.dataFolder, 'list.csv');
  const list = 'Email,First name,Nachname\nspot@models.example,Spot,Model\n';
  await writeFile(file, list.replace('@models.example', ''));
  await expect(ops('import-members', file, '--column', 'Nachname=lastName')).rejects.toThrow(
    /^row 2 "spot", Email: Enter a valid email address\.\n1 error found\. Nothing was imported\.$/,
  );
  await writeFile(file, list);
  await expect(ops('import-members', file)).rejects.toThrow(
    /Last name: This column is missing\.\nIgnored columns: Nachname\./,
  );
  await expect(ops('import-members', file, '--column', 'Nachname=surname')).rejects.toThrow(
    /argument 'Nachname=surname' is invalid\. Give HEADING=COLUMN\. Columns: email, /,
  );
  await expect(ops('import-members', file, '--column', 'Nme=lastName')).rejects.toThrow(
    'The file has no column "Nme". Columns: Email, First name, Nachname.',
  );
  expect(await ops('import-members', file, '--column', 'Nachname=lastName', '--check')).toBe(
    'add: 1\n  row 2: spot@models.example: Spot Model\nNothing was imported.',
  );
  expect(await ops('import-members', file, '--column', 'Nachname=lastName')).toMatch(
    /^Import finished\. Added: 1\. Updated: 0\. .*\n1 member can be invited: in the User Center, open Members, /,
  );
  expect(await ops('import-members', file, '--column', 'Nachname=lastName')).toMatch(
    /^This file was already imported on .* \(Added: 1\. .*\)\. Nothing was changed\.\n1 member can be invited: /,
  );
});
