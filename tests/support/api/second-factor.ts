import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import type { startApi } from './api.ts';
import { hashed, PASSWORD, SALT } from './make.ts';

type Api = Awaited<ReturnType<typeof startApi>>;

/** The authenticator app's code for this secret at this time. */
export const appCode = (secret: string, at: Date): string =>
  generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });

export const STEP = 30_000;

/** Sets up an authenticator app for the token's member, and passes a time step, so that its next code is a new one. */
export async function setUpApp(api: Api, token: string) {
  const password = hashed(PASSWORD, SALT);
  const begun = await api.post('/user/second-factor', { action: 'begin', password }, { token });
  const { secret }: { secret: string } = begun.body.data.setup;
  const code = appCode(secret, api.time.now);
  const finished = await api.post('/user/second-factor', { action: 'finish', code }, { token });
  const { recoveryCodes }: { recoveryCodes: string[] } = finished.body.data;
  api.pass(STEP);
  return { secret, recoveryCodes, code: () => appCode(secret, api.time.now) };
}

/** Opens the dialog and enters the password; resolves to the key below the QR code. */
export async function openScan(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  return ((await dialog.locator('.scan__key code').textContent()) ?? '').replaceAll(' ', '');
}
