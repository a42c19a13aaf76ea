import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { register, tokenOf } from '../api/members.ts';
import { type Expected, openPage } from './pages.ts';

export interface View {
  width?: number;
  dark?: boolean;
  timezoneId?: string;
  /** If it is not the password that all members of the tests have. */
  password?: string;
  expected?: Expected;
  /** The browser's time. */
  now?: Date;
}

/** A window of its own, without animations; the browser may only complain about what is expected. */
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
    /** The token of the member who is logged in. */
    session?: string;
  } = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    ...(timezoneId !== undefined && { timezoneId }),
  });
  const { page, expectNoComplaints } = await openPage(context, [expected]);
  if (now) await page.clock.setFixedTime(now);
  if (session !== undefined) await rememberToken(page, session);
  onTestFinished(async () => {
    await context.close();
    expectNoComplaints();
  });
  return page;
}

/**
 * The first page finds the browser's storage as after a login with "remember me". Playwright's `storageState` would open
 * and render another page for it, which takes a fifth of the time of the user center.
 */
async function rememberToken(page: Page, token: string): Promise<void> {
  const script = await page.addInitScript((value) => localStorage.setItem('token', value), token);
  page.once('domcontentloaded', () => script.dispose());
}

/** A new member, signed in and remembered, on a page of the user center. */
export async function enterCentre(
  browser: Browser,
  url: string,
  username: string,
  path = '',
  view?: View,
): Promise<Page> {
  await register(url, username).catch(() => undefined);
  const token = await tokenOf(url, username, view?.password);
  const page = await openWindow(browser, { ...view, session: token });
  await page.goto(`${url}/user${path}`);
  await page.getByRole('heading', { name: 'User Center' }).waitFor();
  return page;
}
