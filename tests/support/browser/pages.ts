import { readFile } from 'node:fs/promises';
import type { APIResponse, BrowserContext, CDPSession, Locator, Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

/** A page change that the next one overtakes ends without its fade. */
const OVERTAKEN = /^uncaught: Transition was skipped/;

/**
 * Expects at the end of the test that the console has no errors and warnings, uncaught errors and policy violations but the
 * expected ones, such as the failed status of a call that must fail.
 */
export function watchConsole(page: Page, expected: RegExp | undefined): void {
  const messages: string[] = [];
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) messages.push(`${line.type()}: ${line.text()}`);
  });
  page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
  onTestFinished(() =>
    expect(
      messages.filter((message) => !OVERTAKEN.test(message) && !expected?.test(message)).join('\n'),
    ).toBe(''),
  );
}

/** The server's reply to an intercepted request. A server may close an idle connection just when it is used again. */
export const fetchReply = (route: Route): Promise<APIResponse> => route.fetch({ maxRetries: 1 });

/** What the browser gets instead of the server's reply. */
type SentReply = { status: number; json?: object } | 'no reply';

export const replyTo = (page: Page, call: string, reply: SentReply) =>
  page.route(`**/api${call}`, (route) =>
    reply === 'no reply'
      ? route.abort('internetdisconnected')
      : route.fulfill({ status: reply.status, json: reply.json ?? { message: 'x' } }),
  );

/** The server does what the next call with this text asks for, but its reply is lost. */
export async function loseReply(page: Page, call: string, text = ''): Promise<void> {
  let isLost = false;
  await page.route(`**/api${call}`, async (route) => {
    const request = route.request();
    if (isLost || request.method() === 'GET' || !(request.postData() ?? '').includes(text))
      return route.fallback();
    isLost = true;
    await fetchReply(route);
    return route.abort('internetdisconnected');
  });
}

/** Chromium's DevTools Protocol for this window; what it has changed ends with the test. */
export async function openDevTools(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page);
  onTestFinished(async () => {
    if (!page.isClosed()) await devTools.detach();
  });
  return devTools;
}

/** Resolves when the page is in the site's own fonts. */
export const fontsAreThere = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await document.fonts.ready;
  });

/** The number of pixels by which the page, in the site's own fonts, is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  await fontsAreThere(page);
  return excessWidth(page);
}

/** The number of pixels by which the page as it is now is wider than its window. */
export const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** The same in text twice as large. */
export const excessWidthOfLargeText = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = '200%';
    const excess = root.scrollWidth - innerWidth;
    root.style.fontSize = '';
    return excess;
  });

/** Searches the list of members and waits for the results: a click on the old list may hit a row that is being replaced. */
export async function searchMembers(
  page: Page,
  text: string,
  enterText = () => page.getByRole('searchbox').fill(text),
): Promise<void> {
  const isSearchReply = (url: string) => new URL(url).searchParams.get('search') === text;
  const answered = page.waitForResponse((response) => isSearchReply(response.url()));
  await enterText();
  await answered;
  await page.locator('table:not([aria-busy=true])').waitFor();
}

/** Resolves when the page contains the text, visibly or in a live region. */
export const sees = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor();

/** The sentence is in a live region and, with `label`, connected to that field. */
export async function expectNotice(page: Page, sentence: string, label?: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: sentence }).first().waitFor();
  if (label === undefined) return;
  const field = page.getByRole('textbox', { name: label, exact: true });
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
  expect(texts).toContain(sentence);
}

/** Resolves when the text is visible in the window, below the fixed header. */
export async function expectInView(page: Page, text: string): Promise<void> {
  const server = page.getByText(text).first();
  const isCovered = () =>
    server.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top === null || !(element.contains(top) || top.contains(element));
    });
  await expect.poll(isCovered).toBe(false);
}

/** The file that pressing a button downloads. */
export async function download(page: Page, press: Promise<unknown>) {
  const [file] = await Promise.all([page.waitForEvent('download'), press]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** The windows whose test can move their clock forward. */
export const movableClocks = new WeakSet<BrowserContext>();

const LOCK_MS = 3000;

/** Ends the locks of pressed buttons where the test can move the window's clock. */
export async function endLocks(page: Page): Promise<void> {
  if (movableClocks.has(page.context())) await page.clock.fastForward(LOCK_MS);
}

/** Resolves when a button's lock of 3 s has ended. */
export async function unlocked(button: Locator): Promise<void> {
  await endLocks(button.page());
  await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
}

/** Presses a button once its lock of 3 s has ended. */
export async function pressUnlocked(button: Locator): Promise<void> {
  await unlocked(button);
  await button.click();
}

/** Presses a button of this name once its lock of 3 s has ended. */
export const pressAgain = (page: Page, name: string): Promise<void> =>
  pressUnlocked(page.getByRole('button', { name, exact: true }));
