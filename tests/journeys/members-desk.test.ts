import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../infra/ops/run-command.ts';
import { expectAccessible } from '../support/axe.ts';
import { enterCentre } from '../support/centre.ts';
import { productJourney } from '../support/journey.ts';
import { register } from '../support/members.ts';
import { pressUnlocked, sees } from '../support/pages.ts';

const journey = productJourney();

/** The administrator of the desk, at its list. */
async function enterDesk(width = 1440, dark = false) {
  const { url, dataFolder } = journey.place;
  await register(url, 'lucy').catch(() => undefined);
  await runCommand(['grant-admin', 'lucy'], { DATA_DIR: dataFolder });
  return enterCentre(journey.browser, url, 'lucy', '/members', { width, dark });
}

const csv = (text: string) => ({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

describe('an administrator at the members desk', () => {
  it('searches, opens, grants, voids and records a transfer; the log has it all', async () => {
    await register(journey.place.url, 'armadillo');
    const page = await enterDesk();
    await page.getByRole('searchbox').fill('armadillo@');
    await sees(page, '1 member, page 1 of 1');
    await expectAccessible(page);
    await page.getByRole('button', { name: /armadillo/ }).click();
    await page.getByRole('button', { name: 'Grant a term' }).click();

    const dialog = page.getByRole('dialog');
    const fill = async (fields: Record<string, string>) => {
      for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
    };
    await fill({ Start: '2026-01-01', End: '2029-01-01' });
    await dialog.getByRole('button', { name: 'Grant a term' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Reason' }).waitFor();
    await expectAccessible(page);
    await fill({ Reason: 'The board decided' });
    await pressUnlocked(dialog.getByRole('button', { name: 'Grant a term' }));
    await sees(page, 'Active, until 1 January 2029');

    await page.getByRole('button', { name: 'Void the term until 1 January 2029' }).click();
    await fill({ Reason: 'Granted in error' });
    await dialog.getByRole('button', { name: 'Void a term' }).click();
    await sees(page, /Void since .* by lucy: Granted in error/);

    await page.getByRole('button', { name: 'Record a bank transfer' }).click();
    await fill({
      'Amount in HKD': '360',
      Date: '2026-01-05',
      "The bank's reference": 'FPS 7',
      Reason: 'On the statement',
    });
    await dialog.getByRole('button', { name: 'Record a bank transfer' }).click();
    await sees(page, 'HKD 360.00');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Audit log' }).click();
    await sees(page, 'Bank transfer recorded');
    await sees(page, 'Term voided');
    await expectAccessible(page);
  });

  it('imports a list, once it is right, and exports what is on the screen', async () => {
    const page = await enterDesk(390, true);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const file = page.locator('input[type=file]');
    await file.setInputFiles(csv('Email,First name,Last name\nspot,Spot,"=1+1"\n'));
    await sees(page, 'is not an e-mail address');
    await expectAccessible(page);
    await file.setInputFiles(csv('Email;First name;Last name\r\nspot@models.example;Spot;"=1+1"\r\n'));
    await page.getByRole('button', { name: 'Apply 1 line' }).click();
    await sees(page, /Applied: 1 added, 0 known before/);
    await page.getByRole('button', { name: 'Members', exact: true }).click();
    await page.getByRole('searchbox').fill('spot@models.example');
    await sees(page, '1 member, page 1 of 1');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"Spot","'=1+1","spot@models.example"`);
    await expectAccessible(page);
  });
});
