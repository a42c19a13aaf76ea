import type { Browser, Page } from 'playwright-core';
import { post, register, tokenOf } from '../api/members.ts';
import { takeWindow, type WindowOptions } from './windows.ts';

export interface View extends Omit<WindowOptions, 'session' | 'javaScriptEnabled'> {
  /** If it is not the password that all members of the tests have. */
  password?: string;
}

/** A wide window for the user center; its console may have only what is expected, by default the browser's notes of failed calls. */
export const openWindow = (browser: Browser, view: View & Pick<WindowOptions, 'session'> = {}) =>
  takeWindow(browser, { width: 1440, expected: /Failed to load resource/, ...view });

/** A page of the user center, for a member who is registered if need be and is signed in on this device. */
export async function openUserCenter(
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

/** The login page, once it reacts. */
export async function openLogin(page: Page, url: string, query = ''): Promise<void> {
  await page.goto(`${url}/login${query}`);
  await formReacts(page);
}

/** Resolves when the login page, to which a log-out or the end of a session has led, reacts. */
export async function loginReacts(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Login', level: 1 }).waitFor();
  await formReacts(page);
}

const formReacts = (page: Page): Promise<void> => page.locator('astro-island:not([ssr])').waitFor();

/**
 * Ends the session of a page on the server, once the page has read what it opens with: a read without a session would lead to
 * the login page by itself. What a later step reads, its test waits for.
 */
export async function endSessionOnServer(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const token = await page.evaluate(() => localStorage.getItem('token') ?? sessionStorage.getItem('token'));
  await post(new URL(page.url()).origin, '/auth/logout', undefined, token);
}
