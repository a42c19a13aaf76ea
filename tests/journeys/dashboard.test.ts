import { beforeAll, expect, it } from 'vitest';
import { mailTo, register } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { tabTo } from '../support/browser/keyboard.ts';
import { download, fetchReply, pressUnlocked, sees } from '../support/browser/pages.ts';
import { reload } from '../support/browser/states.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const NOW = '2026-11-24T02:00:00Z';
const journey = productJourney({ now: NOW });

beforeAll(async () => {
  const { server } = journey;
  const { url, ops, office } = server;
  for (const username of ['lucy', 'armadillo']) await register(url, username);
  await ops('grant-admin', 'lucy');
  const transfer = { type: 'professional', amountMinorUnits: 36_000, date: '2026-11-01' } as const;
  // The first transfer buys the coming year too, so the second is an overpayment.
  for (const reference of ['FPS 1', 'FPS 2'])
    await office(({ recordBankTransfer }) =>
      recordBankTransfer('armadillo', { ...transfer, reference }, 'Statement'),
    );
  // The numbers are counted at night, and by a product that starts.
  await server.restart(NOW);
});

const enter = (path: string) => openUserCenter(journey.browser, journey.server.url, 'lucy', path);

const CHARTS = [
  'Active members at the end of each year, by category',
  'Payments for memberships in each month',
];
const TABLES = [
  'Active members at the end of each year, by category: table',
  'Members at the end of each year, by status: table',
  'Payments for memberships in each month: table',
];

it('the dashboard says when it counts first, then shows charts with their numbers in tables, and leads to what needs attention', async () => {
  const page = await enter('');
  await page.route('**/api/admin/dashboard', async (route) => {
    const reply = await fetchReply(route);
    const body = await reply.json();
    const { statistics: _, ...data } = body.data;
    await route.fulfill({ response: reply, json: { ...body, data } });
  });
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await sees(page, /for the first time on 25 November 2026 at 4:00 \(Hong Kong time\)/);
  await page.unroute('**/api/admin/dashboard');
  // A count that began before the figures were asked for may end after it.
  const charts = page.getByRole('img', { name: CHARTS[1] ?? '' });
  await expect
    .poll(async () => {
      await reload(page);
      await page.getByRole('heading', { name: 'Numbers' }).waitFor();
      return charts.count();
    })
    .toBe(1);
  await sees(page, 'Active members');
  await page.getByText('About these numbers').click();
  await sees(page, /^Last counted on 24 November 2026/);
  for (const name of CHARTS) expect(await page.getByRole('img', { name }).count(), name).toBe(1);
  const tables = page.getByText(/: table$/);
  expect(await tables.allTextContents()).toEqual(TABLES);
  for (const table of await tables.all()) await table.click();
  expect(await page.locator('details[open] table').count()).toBe(TABLES.length);
  await sees(page, '1 payment to review');
  await page.getByRole('heading', { name: 'Dashboard', level: 2 }).click();
  await tabTo(page, 'Review payments');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Payments', level: 2 }).waitFor();
  await page.goBack();
  await sees(page, '1 payment to review');
});

it('the payments and totals of a year are read, a receipt is opened and sent, and all are exported as CSV', async () => {
  const page = await enter('/payments');
  await page.getByRole('cell', { name: 'Overpayment To review' }).getByRole('link').waitFor();
  const year = page.locator('dl', { hasText: 'Payments in 2026' });
  expect(await year.textContent()).toBe('Payments in 2026HKD 720.00Entries2');
  await page.getByText('Totals by month').click();
  const totals = page.getByRole('table').last();
  expect(await totals.locator('tr', { hasText: 'Total' }).textContent()).toBe('Total2720.00720.00');
  await page.getByLabel('Columns').selectOption('Payment method');
  await totals.getByText('Bank transfer').first().waitFor({ state: 'attached' });
  // On paper, of what can be pressed only the numbers of receipts are left.
  await page.emulateMedia({ media: 'print' });
  const pressable = page.getByRole('main').locator('button, select').filter({ visible: true });
  expect(await pressable.allTextContents()).toEqual(['AG-000001']);
  await page.emulateMedia({ media: 'screen' });
  const [receipt] = await Promise.all([
    page.waitForResponse('**/api/admin/receipt'),
    page.getByRole('button', { name: 'Open AG-000001' }).click(),
  ]);
  expect((await receipt.json()).data.url).toContain('/receipts/AG-000001.pdf');
  await pressUnlocked(page.getByRole('button', { name: 'Send receipt AG-000001 again' }));
  await mailTo(journey.server.url, 'armadillo@example.org', 'Your receipt AG-000001');
  const exported = await download(page, pressUnlocked(page.getByRole('button', { name: 'Export as CSV' })));
  expect(exported.name).toBe('payments-2026.csv');
  expect(exported.text).toContain('"AG-000001"');
  await page.getByLabel('Month', { exact: true }).selectOption('January');
  await sees(page, 'No payments in this period');
  await page.getByLabel('Year').selectOption('2025');
  await sees(page, 'Net in January 2025');
});
