import { expect, it } from 'vitest';
import { appCode, openScan } from '../support/api/second-factor.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { mailJourney } from '../support/browser/journey.ts';
import { sees } from '../support/browser/pages.ts';
import { openWindow } from '../support/browser/user-center.ts';

const journey = mailJourney({}, { secondFactorPolicy: 'required' });

it('an administrator without two-step verification must set it up to reach the administrators’ pages', async () => {
  const { pipeline, url } = journey.server;
  const page = await openWindow(journey.browser, { session: pipeline.token });
  for (const path of ['/members', '/payments', '/outbox', '/email']) {
    await page.goto(`${url}/user${path}`);
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to Password' }).click();
  await sees(page, 'Administrators need two-step verification.');
  const secret = await openScan(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Code', { exact: true }).fill(appCode(secret, pipeline.time.now));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await sees(page, 'Two-step verification is on.');
  expect(await page.getByRole('button', { name: 'Turn off' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByRole('searchbox').waitFor();
  await page.getByText('teapot@example.org').waitFor();
});
