import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { findAccessViolations } from './axe.ts';
import { excessWidth, excessWidthOfLargeText } from './pages.ts';
import { openWindow } from './user-center.ts';
import { HEIGHT } from './windows.ts';

export interface Stage {
  page: Page;
  /** Replies so to a call from now on, or so many times. */
  replyTo: (call: string, json: object, how?: { status?: number; times?: number }) => Promise<void>;
  /** Opens the page of the user center with this title. */
  go: (path: string, title: string) => Promise<void>;
  /**
   * Axe finds nothing and nothing is too wide, on a wide screen by day or on a narrow one by night, there in text twice as
   * large too.
   */
  look: (screen: string) => Promise<void>;
}

const views = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** So many screens after each other have one view: another width lays the page out anew. */
const LOOKS_OF_VIEW = 4;
/** The screens that were looked at so far, whichever test they are in. */
let looks = 0;

/** A window in which a test chooses how the API replies; with `token`, of a member who is logged in. */
export async function openStage(browser: Browser, token?: string): Promise<Stage> {
  const page = await openWindow(browser, { expected: /./, hasClock: true, ...(token && { session: token }) });
  const found: Record<string, unknown> = {};
  onTestFinished(() => expect(found).toEqual({}));
  return {
    page,
    async replyTo(call, json, { status = 200, ...times } = {}) {
      await page.route(`**/api${call}`, (route) => route.fulfill({ status, json }), times);
    },
    async go(path, title) {
      await navigate(page, path);
      await panelIsThere(page, title);
    },
    async look(screen) {
      const { width, colorScheme } = views[Math.floor(looks / LOOKS_OF_VIEW) % 2 === 0 ? 0 : 1];
      looks += 1;
      await page.setViewportSize({ width, height: HEIGHT });
      await page.emulateMedia({ colorScheme });
      const violations = await findAccessViolations(page, await page.evaluate(partToLookAt));
      const excess = await excessWidth(page);
      // Media queries do not know this text size: the wide header stays as it is.
      const excessOfLargeText = width === 390 ? await excessWidthOfLargeText(page) : 0;
      if (violations.length + excess + excessOfLargeText > 0)
        found[`${screen}, ${width} px, ${colorScheme}`] = { violations, excess, excessOfLargeText };
    },
  };
}

/** The part to look at: behind an open dialog nothing can be reached. */
const partToLookAt = () => (document.querySelector('dialog[open]') ? 'dialog[open]' : 'main');

/** Another page of the user center begins to open. */
export const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** The panel asks for everything again, as after a login in another tab. */
export const reload = (page: Page): Promise<void> =>
  page.evaluate(() => {
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  });

/** Resolves when everything in the panel has been loaded. */
async function panelIsThere(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
}

/** What the screens say of it. */
export const NO_REPLY = "Can't connect to the server. Check your internet connection and try again.";
