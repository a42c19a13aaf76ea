import { expect, it } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { openWindow } from '../support/centre.ts';
import { mailJourney } from '../support/journey.ts';
import { sees } from '../support/pages.ts';
import { appCode, openScan } from '../support/second-factor.ts';

const journey = mailJourney({}, { secondFactorPolicy: 'required' });

it('an administrator without it is led to set it up, and then reaches the administrators’ pages', async () => {
  const { road, url } = journey.place;
  const page = await openWindow(journey.browser);
  await page.goto(`${url}/contact`);
  await page.evaluate((stored) => localStorage.setItem('token', stored), road.token);
  for (const path of ['/members', '/outbox', '/email']) {
    await page.goto(`${url}/user${path}`);
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor();
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Go to Password' }).click();
  await sees(page, 'Administrators need two-step verification.');
  const secret = await openScan(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Code', { exact: true }).fill(appCode(secret, road.time.now));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await sees(page, 'Two-step verification is on.');
  expect(await page.getByRole('button', { name: 'Turn off' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByRole('searchbox').waitFor();
  await page.getByText('teapot@example.org').waitFor();
});
