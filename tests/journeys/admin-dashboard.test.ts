import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { mailTo, register } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { tabTo } from '../support/browser/keyboard.ts';
import { download, excessWidth, overflowOf, pressUnlocked, sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const NOW = '2026-11-24T02:00:00Z';
const journey = productJourney({ now: NOW });

beforeAll(async () => {
  const { server } = journey;
  const { ops, office } = server;
  await register(server.url, 'lucy');
  await ops('grant-admin', 'lucy');
  await register(server.url, 'armadillo');
  const transfer = { type: 'professional', amountMinorUnits: 36_000, date: '2026-11-01' } as const;
  // The first transfer buys the coming year too, so the second is an overpayment.
  for (const reference of ['FPS 1', 'FPS 2'])
    await office(({ recordBankTransfer }) =>
      recordBankTransfer('armadillo', { ...transfer, reference }, 'Statement'),
    );
  // The numbers are counted at night, and by a product that starts.
  await server.restart(NOW);
});

/** A count that began before the page was loaded may end after it. */
async function seesCounted(page: Page, chart: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Payments', level: 3 }).waitFor();
      return page.getByRole('img', { name: chart }).count();
    })
    .toBe(1);
}

const CHARTS = ['Active members at the end of each year, by category', 'Payments received in each month'];
const TABLES = [
  'Active members at the end of each year, by category: table',
  'Members at the end of each year, by status: table',
  'Payments received in each month: table',
];

describe('an administrator at Dashboard', () => {
  it('sees charts, each with its numbers in a table, and goes from what needs attention to where it is done', async () => {
    const page = await openUserCenter(journey.browser, journey.server.url, 'lucy', '/dashboard', {
      width: 1440,
    });
    await seesCounted(page, 'Payments received in each month');
    await sees(page, /active members? at the last count/);
    // Above the first of the figures.
    const counted = page.locator('p:has(+ section)', { hasText: 'The figures below were last counted on' });
    expect(await counted.textContent()).toContain('24 Nov');
    const tables = page.getByText(/: table$/);
    expect(await tables.allTextContents()).toEqual(TABLES);
    for (const name of CHARTS) expect(await page.getByRole('img', { name }).count(), name).toBe(1);
    const drawing = () =>
      page
        .locator('canvas')
        .first()
        .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const before = await drawing();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(drawing).not.toBe(before);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(drawing).toBe(before);
    for (const table of await tables.all()) await table.click();
    expect(await page.locator('details[open] table').count()).toBe(TABLES.length);
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
    await sees(page, '1 payment to review');
    await page.getByRole('heading', { name: 'Dashboard', level: 2 }).click();
    await tabTo(page, 'Review payments');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Payments', level: 2 }).waitFor();
    await page.goBack();
    await sees(page, '1 payment to review');
  });
});

describe('an administrator at All payments', () => {
  it('reads the payments and totals of a year, opens and sends a receipt, and exports them as CSV', async () => {
    const view = { width: 390, dark: true };
    const page = await openUserCenter(journey.browser, journey.server.url, 'lucy', '/payments', view);
    await page.getByRole('button', { name: 'All payments' }).waitFor();
    await tabTo(page, 'All payments');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Payments in 2026' }).waitFor();
    await sees(page, 'Overpayment · To review');
    const totals = page.getByRole('table').first();
    expect(await totals.locator('tr', { hasText: 'Total' }).textContent()).toBe('Total2720.00720.00');
    await page.getByLabel('Columns').selectOption('Payment method');
    await totals.getByText('Bank transfer').first().waitFor({ state: 'attached' });
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
    // The narrowest window in which rows are not stacked.
    await page.setViewportSize({ width: 640, height: 900 });
    expect(await excessWidth(page)).toBe(0);
    await page.setViewportSize({ width: 390, height: 900 });
    // On paper, of what can be pressed only the numbers of receipts are left.
    await page.emulateMedia({ media: 'print' });
    const pressable = page.getByRole('main').locator('button, select').filter({ visible: true });
    expect(await pressable.allTextContents()).toEqual(['AG-000001']);
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
    const backgrounds = await page
      .locator('[aria-pressed]')
      .evaluateAll((views) => views.map((view) => getComputedStyle(view).backgroundColor));
    expect(new Set(backgrounds).size).toBe(2);
    await page.emulateMedia({ forcedColors: 'none' });
    const [receipt] = await Promise.all([
      page.waitForResponse('**/api/admin/receipt'),
      page.getByRole('button', { name: 'Open AG-000001' }).click(),
    ]);
    expect((await receipt.json()).data.url).toContain('/receipts/AG-000001.pdf');
    await pressUnlocked(page.getByRole('button', { name: 'Send AG-000001 again' }));
    await mailTo(journey.server.url, 'armadillo@example.org', 'Your receipt AG-000001');
    const exported = await download(page, pressUnlocked(page.getByRole('button', { name: 'Export as CSV' })));
    expect(exported.name).toBe('payments-2026.csv');
    expect(exported.text).toContain('"AG-000001"');
    await expectAccessible(page);
    await page.getByLabel('Month').selectOption('January');
    await sees(page, 'No payments in this period');
    await page.getByLabel('Year').selectOption('2025');
    await page.getByRole('heading', { name: 'Payments in 2025' }).waitFor();
    await sees(page, 'No payments in this period');
  });
});
