import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { register, tokenOf } from './members.ts';
import { type Expected, openPage } from './pages.ts';

interface View {
  width?: number;
  dark?: boolean;
  /** What the browser takes for the time, where the server's clock is not the real one. */
  now?: Date;
  timezoneId?: string;
  /** Where it is not the one that all members of the tests have. */
  password?: string;
  expected?: Expected;
}

/** A member of their own, signed in and remembered, on a page of the user centre; the console stays quiet. */
export async function enterCentre(
  browser: Browser,
  url: string,
  username: string,
  path = '',
  view: View = {},
): Promise<Page> {
  await register(url, username).catch(() => undefined);
  const token = await tokenOf(url, username, view.password);
  const context = await browser.newContext({
    viewport: { width: view.width ?? 1440, height: 900 },
    colorScheme: view.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    ...(view.timezoneId !== undefined && { timezoneId: view.timezoneId }),
  });
  if (view.now) await context.clock.setFixedTime(view.now);
  const { page, expectNoComplaints } = await openPage(context, [
    view.expected ?? /Failed to load resource.* 40[01]/,
  ]);
  page.setDefaultTimeout(15_000);
  onTestFinished(async () => {
    await context.close();
    expectNoComplaints();
  });
  await page.goto(`${url}/contact`);
  await page.evaluate((stored) => localStorage.setItem('token', stored), token);
  await page.goto(`${url}/user${path}`);
  await page.getByRole('heading', { name: 'User Center' }).waitFor();
  return page;
}
