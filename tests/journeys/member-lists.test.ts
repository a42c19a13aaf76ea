import { beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../infra/cli/program.ts';
import { register } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { pressUnlocked, sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';
import { sizedViews } from '../support/sizes.ts';

const journey = productJourney();
const names = ['armadillo', 'gyroid', 'menger'];
const ops = (...args: string[]) => runCommand(args, { DATA_DIR: journey.server.dataFolder });

// The server reads the list of members once a minute, so these must exist before it does.
beforeAll(async () => {
  for (const username of [...names, 'lucy']) await register(journey.server.url, username);
  await ops('grant-admin', 'lucy');
  // Whom the search leaves out: until then the list has one more.
  const elsewhere = [
    '--first-name',
    'Fractal',
    '--last-name',
    'Koch',
    '--affiliation',
    'Institute of Curves',
  ];
  await ops('add-member', 'koch@curves.example', ...elsewhere, '--reason', 'On the list');
});

it.each(sizedViews([390, true], [1440, false]))(
  'an administrator selects members, changes them, saves the filter and writes to them, %i wide',
  async (width, dark) => {
    const { url } = journey.server;
    const page = await openUserCenter(journey.browser, url, 'lucy', '/members', { width, dark });
    const search = page.getByRole('searchbox');
    await search.fill('kitchen test models');
    await sees(page, 'Page 1 of 1 · 4 members');
    const selectPage = page.getByLabel('Select all on this page');
    await selectPage.check();
    await sees(page, '4 selected');
    await page.getByRole('row', { name: /lucy/ }).getByRole('checkbox').uncheck();
    await sees(page, '3 selected');
    expect(await selectPage.isChecked()).toBe(false);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Change category...' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('For 3 members.').waitFor();
    await dialog.getByLabel(width > 400 ? 'Fellow' : 'Honorary').check();
    await dialog.getByLabel('Reason').fill('As the board decided');
    await expectAccessible(page);
    await pressUnlocked(dialog.getByRole('button', { name: 'Change category' }));
    await sees(page, '3 members changed.');

    await page.getByLabel('Category').selectOption(width > 400 ? 'Fellow' : 'Honorary');
    await page.getByRole('button', { name: 'Save segment...' }).click();
    await dialog.getByLabel('Name').fill(`Category ${width}`);
    await pressUnlocked(dialog.getByRole('button', { name: 'Save segment' }));
    await sees(page, `Segment "Category ${width}" saved.`);
    expect(await page.getByLabel('Segment').inputValue()).toBe(`Category ${width}`);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Send email' }).click();
    await page.getByRole('heading', { name: 'Send Email' }).waitFor();
    await sees(page, /3 recipients added from Members\./);
    await page.getByRole('button', { name: 'Remove all 3 recipients' }).waitFor();
    await page.getByLabel('Segment').selectOption(`Category ${width}`);
    await sees(page, 'Page 1 of 1 · 3 members');
    await expectAccessible(page);
  },
);

it('an administrator removes a segment, and finds who attended a conference', async () => {
  const { url } = journey.server;
  await ops(
    ...['add-conference-record', 'gyroid', '--conference', 'Models 2025', '--date', 'June 2025'],
    ...['--reason', 'On the list'],
  );
  const page = await openUserCenter(journey.browser, url, 'lucy', '/members');
  await page.getByLabel('Segment').selectOption('Category 390');
  await page.getByRole('button', { name: 'Remove segment...' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove segment' }).click();
  await sees(page, 'Segment "Category 390" removed.');
  await page.goto(`${url}/user/members`);
  await page.getByLabel('Attended').selectOption('Models 2025 · June 2025');
  await sees(page, 'Page 1 of 1 · 1 member');
  await page.getByRole('link', { name: /gyroid/ }).waitFor();
});
