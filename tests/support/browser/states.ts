import type { Browser, Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { findAccessViolations } from './axe.ts';
import { endLocks, excessWidth, excessWidthOfLargeText, fetchReply } from './pages.ts';
import { openWindow } from './user-center.ts';

/** How the API replies: as it does, not at all until something else is chosen, or in one of the ways that fail. */
type Replies =
  | 'real'
  | 'waiting'
  | 'failed'
  | 'session ended'
  /** What the server has, without any row. */
  | 'empty'
  | { status: number; json: object };

export interface Stage {
  page: Page;
  answer: (replies: Replies) => Promise<void>;
  /** Replies so to one call from now on. */
  replyTo: (call: string, json: object, status?: number) => Promise<void>;
  /** Opens another page of the user center. */
  go: (path: string) => Promise<void>;
  /** Ends the locks of pressed buttons. */
  unlock: () => Promise<void>;
  /**
   * Axe finds nothing and nothing is too wide, by turns on a wide screen by day and on a narrow one by night, there in text
   * twice as large too.
   */
  look: (state: string) => Promise<void>;
}

/** They decide whether there is a user center at all. */
const FRAME = /\/api\/(userinfo|admin\/check-admin)$/;

const views = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** A window in which a test chooses how the API replies; with `token`, of a member who is logged in. */
export async function openStage(browser: Browser, token?: string): Promise<Stage> {
  const page = await openWindow(browser, { expected: /./, hasClock: true, ...(token && { session: token }) });
  let replies: Replies = 'real';
  let held: Route[] = [];
  const isFrame = (route: Route) => FRAME.test(route.request().url()) && route.request().method() === 'GET';
  const reply = (route: Route) => (isFrame(route) ? route.continue() : replyAs(replies, route));
  await page.route('**/api/**', async (route) => {
    if (replies === 'waiting' && !isFrame(route)) held.push(route);
    else await reply(route);
  });

  const found: Record<string, unknown> = {};
  let looks = 0;
  onTestFinished(() => expect(found).toEqual({}));
  return {
    page,
    async answer(next) {
      replies = next;
      const waiting = held;
      held = [];
      await Promise.all(waiting.map(reply));
    },
    async replyTo(call, json, status = 200) {
      await page.route(`**/api${call}`, (route) => route.fulfill({ status, json }));
    },
    async go(path) {
      await navigate(page, path);
      await panelIsThere(page);
    },
    unlock: () => endLocks(page),
    async look(state) {
      const { width, colorScheme } = views[looks % 2 === 0 ? 0 : 1];
      looks += 1;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const violations = await findAccessViolations(page, await page.evaluate(partToLookAt));
      const excess = await excessWidth(page);
      // Media queries do not know this text size: the wide header stays as it is.
      const excessOfLargeText = width === 390 ? await excessWidthOfLargeText(page) : 0;
      if (violations.length + excess + excessOfLargeText > 0)
        found[`${state}, ${width} px, ${colorScheme}`] = { violations, excess, excessOfLargeText };
    },
  };
}

async function replyAs(replies: Replies, route: Route): Promise<void> {
  if (replies === 'failed') return route.fulfill({ status: 400, json: { message: 'x' } });
  if (replies === 'session ended' && 'authorization' in route.request().headers())
    return route.fulfill({ status: 401, json: { message: 'x' } });
  if (typeof replies === 'object') return route.fulfill(replies);
  if (replies !== 'empty') return route.continue();
  const response = await fetchReply(route);
  return route.fulfill({ response, json: withoutRows(await response.json()) });
}

const withoutRows = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  const { next: _, ...page } = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(page).map(([key, inner]) => [key, withoutRows(inner)]));
};

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
export async function panelIsThere(page: Page): Promise<void> {
  await page.locator('main .panel h2').first().waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
}
