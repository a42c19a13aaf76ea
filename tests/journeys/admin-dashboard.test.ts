import { beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../infra/cli/program.ts';
import { register } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { tabTo } from '../support/browser/keyboard.ts';
import { overflowOf, sees } from '../support/browser/pages.ts';
import { enterCentre } from '../support/browser/user-center.ts';

const journey = productJourney();
const ops = (...args: string[]) => runCommand(args, { DATA_DIR: journey.server.dataFolder });

beforeAll(async () => {
  const { url } = journey.server;
  await register(url, 'lucy');
  await ops('grant-admin', 'lucy');
  await register(url, 'armadillo');
  // The first transfer buys the coming year too, so the second is an overpayment.
  for (const reference of ['FPS 1', 'FPS 2'])
    await ops(
      'bank-transfer',
      'armadillo',
      ...['--type', 'professional', '--amount', '360', '--date', '2026-11-01'],
      ...['--reference', reference, '--reason', 'Statement'],
    );
});

const open = (width: number, dark: boolean) =>
  enterCentre(journey.browser, journey.server.url, 'lucy', '/dashboard', { width, dark });

describe('an administrator at Dashboard', () => {
  it('goes from what needs attention to where it is done', async () => {
    const page = await open(1440, false);
    await sees(page, '1 payment to review');
    await tabTo(page, 'Review payments');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Payments', level: 2 }).waitFor();
    await page.goBack();
    await sees(page, '1 payment to review');
  });

  it.each([
    { width: 1440, dark: false },
    { width: 390, dark: true },
  ])('sees charts, each with its numbers in a table, at $width px', async ({ width, dark }) => {
    const page = await open(width, dark);
    const chart = page.getByRole('img', { name: 'Members at the end of each year, by status' });
    await chart.waitFor();
    expect(await page.getByRole('img', { name: /each|end of/ }).count()).toBe(3);
    const tables = page.getByText(/: table$/);
    expect(await tables.count()).toBe(3);
    for (const table of await tables.all()) await table.click();
    expect(await page.locator('details[open] table').count()).toBe(3);
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
  });
});
