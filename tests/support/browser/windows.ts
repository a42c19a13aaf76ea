import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { movableClocks, watchConsole } from './pages.ts';

export interface WindowOptions {
  width?: number;
  javaScriptEnabled?: boolean;
  timezoneId?: string;
  /** The browser's time. */
  now?: Date;
  /** The window is not used again: for a test that installs or pauses its clock by itself, adds scripts that stay in it, or leaves a service worker. */
  isOwn?: boolean;
  /** The test can move the window's clock forward. */
  hasClock?: boolean;
  /** What its console may have. */
  expected?: RegExp;
  /** The token of the member who is logged in. */
  session?: string;
}

/** A low window: what cannot be seen is not drawn, which takes the browser a tenth of its time. */
export const HEIGHT = 600;

/** Whose time a window has: the machine's, one that its test moves forward, or one that stands still. */
type Clock = 'real' | 'moved' | 'fixed';

/**
 * Windows that earlier tests have used. The first page of a new one takes twice the processor time: its process begins with
 * it.
 */
const reusable = new WeakMap<Browser, { page: Page; clock: Clock }[]>();

/** Takes a window with such a clock out of those that can be used again. */
function takeUsed(browser: Browser, clock: Clock): Page | undefined {
  const windows = reusable.get(browser) ?? [];
  const at = windows.findIndex((each) => each.clock === clock);
  return at < 0 ? undefined : windows.splice(at, 1)[0]?.page;
}

/** A window without animations for the rest of the test. Its storage has the token of the session, if any, and nothing else. */
export async function takeWindow(
  browser: Browser,
  {
    width = 1280,
    javaScriptEnabled = true,
    timezoneId,
    now,
    isOwn = false,
    hasClock = false,
    expected,
    session = '',
  }: WindowOptions,
): Promise<Page> {
  const viewport = { width, height: HEIGHT };
  const isShared = javaScriptEnabled && timezoneId === undefined && !isOwn;
  const clock = now ? 'fixed' : hasClock ? 'moved' : 'real';
  const used = isShared ? takeUsed(browser, clock) : undefined;
  const page =
    used ??
    (await newWindow(browser, {
      viewport,
      javaScriptEnabled,
      ...(timezoneId !== undefined && { timezoneId }),
    }));
  if (used) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme: 'light', forcedColors: null, contrast: null });
  } else if (hasClock) await page.clock.install();
  if (now) await page.clock.setFixedTime(now);
  if (hasClock) movableClocks.add(page.context());
  else movableClocks.delete(page.context());
  if (javaScriptEnabled) await beginVisit(page, session);
  onTestFinished(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed) {
      const windows = page.isClosed() ? [page] : page.context().pages();
      for (const each of windows) console.log(await describeWindow(each).catch(String));
    }
    if (isShared && !hasFailed && !page.isClosed() && (await isReset(page)))
      reusable.set(browser, [...(reusable.get(browser) ?? []), { page, clock }]);
    else await page.context().close();
  });
  watchConsole(page, expected);
  return page;
}

const newWindow = async (browser: Browser, options: BrowserContextOptions): Promise<Page> =>
  (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage();

/** Opens a tab with this page's viewport. A window that was used before would give it that of the test which opened it. */
export async function openTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  const size = page.viewportSize();
  if (size) await tab.setViewportSize(size);
  return tab;
}

/**
 * The first page finds the browser's storage as after a login, or empty. Playwright's `storageState` would open and render
 * another page for it, which takes a fifth of the time of the user center.
 */
async function beginVisit(page: Page, token: string): Promise<void> {
  const script = await page.addInitScript(
    ({ visit, token }) => {
      if (window.name === visit) return;
      window.name = visit;
      localStorage.clear();
      sessionStorage.clear();
      if (token) localStorage.setItem('token', token);
    },
    { visit: randomUUID(), token },
  );
  page.once('domcontentloaded', () => script.dispose());
}

/** A window that does nothing by then hangs. */
const HANGS_MS = 10_000;

/** What a person would have seen, and the tab's storage, for whoever looks for the cause of a failure. */
async function describeWindow(page: Page): Promise<string> {
  if (page.isClosed()) return 'The window was closed.';
  // The card page, which is another company's, has no main.
  const seen = await page.locator('body, main').last().ariaSnapshot({ timeout: HANGS_MS });
  const storage = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  return `The window at ${page.url()} (session storage: ${storage}):\n${seen}`;
}

/** Whether the window could be reset; one that hangs is not used again. */
const isReset = (page: Page): Promise<boolean> =>
  Promise.race([
    resetForReuse(page).then(
      () => true,
      () => false,
    ),
    setTimeout(HANGS_MS, false, { ref: false }),
  ]);

/** Resets all but the storage, which the next visit empties, and what the browser has cached. */
async function resetForReuse(page: Page): Promise<void> {
  const context = page.context();
  // Calls that this page has under way fail now, in a console that is no longer watched.
  page.removeAllListeners('console');
  page.removeAllListeners('pageerror');
  // A test that dismisses dialogs would keep the window on a page with unsaved changes.
  page.removeAllListeners('dialog');
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  // An empty page, or one of another site, would end the process.
  await page.goto(new URL('/robots.txt', page.url()).href);
  page.removeAllListeners();
}

/** Closes all windows but those that later tests use again. */
export async function closeWindows(browser: Browser): Promise<void> {
  const kept = new Set(reusable.get(browser)?.map(({ page }) => page.context()));
  const contexts = browser.contexts().filter((context) => !kept.has(context));
  await Promise.all(contexts.map((context) => context.close()));
}
