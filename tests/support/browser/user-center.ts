import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { register, tokenOf } from '../api/members.ts';
import { type Expected, openPage } from './pages.ts';

export interface View {
  width?: number;
  dark?: boolean;
  timezoneId?: string;
  /** Where it is not the one that all members of the tests have. */
  password?: string;
  expected?: Expected;
  /** What the browser takes for the time. */
  now?: Date;
}

/** A window of the test's own, where everything stands still; the browser complains of nothing but what is expected. */
export async function openWindow(
  browser: Browser,
  {
    width = 1440,
    dark = false,
    expected = /Failed to load resource.* 40[01]/,
    now,
    timezoneId,
    session,
  }: View & {
    session?: { url: string; token: string };
  } = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    ...(timezoneId !== undefined && { timezoneId }),
    ...(session && { storageState: { cookies: [], origins: [remembered(session)] } }),
  });
  const { page, expectNoComplaints } = await openPage(context, [expected]);
  if (now) await page.clock.setFixedTime(now);
  onTestFinished(async () => {
    await context.close();
    expectNoComplaints();
  });
  return page;
}

/** What "remember me" leaves in the browser. */
const remembered = ({ url, token }: { url: string; token: string }) => ({
  origin: url,
  localStorage: [{ name: 'token', value: token }],
});

/** A member of their own, signed in and remembered, on a page of the user centre. */
export async function enterCentre(
  browser: Browser,
  url: string,
  username: string,
  path = '',
  view?: View,
): Promise<Page> {
  await register(url, username).catch(() => undefined);
  const token = await tokenOf(url, username, view?.password);
  const page = await openWindow(browser, { ...view, session: { url, token } });
  await page.goto(`${url}/user${path}`);
  await page.getByRole('heading', { name: 'User Center' }).waitFor();
  return page;
}
