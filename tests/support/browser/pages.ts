import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Complaints of the browser that a step expects, such as the failed status of a call that must fail. */
export type Expected = RegExp;

/** Of an enhancement: a page change that the next one overtakes ends without its fade. */
const OVERTAKEN = /^uncaught: Transition was skipped/;

/** A page that remembers everything the browser complained about: console, uncaught errors, refused policy. */
export async function openPage(from: Browser | BrowserContext, expected: Expected[] = []) {
  const page = await from.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  return {
    page,
    expectNoComplaints: () =>
      expect(
        complaints
          .filter((complaint) => ![OVERTAKEN, ...expected].some((pattern) => pattern.test(complaint)))
          .join('\n'),
      ).toBe(''),
  };
}

/** Resolves when the page stands in the site's own faces, for which it asks after its first paint. */
export async function fontsAreThere(page: Page): Promise<void> {
  await page.locator('html[data-fonts]').waitFor();
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await document.fonts.ready;
  });
}

/** By how many pixels the page, in the site's own faces, is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  await fontsAreThere(page);
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Resolves when the page holds the text, be it said in a live region or shown. */
export const sees = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor();

/** Resolves when the text is shown where the window stands, below the fixed header. */
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

/** Resolves when a button's lock of 3 s is open. */
export const unlocked = (button: Locator): Promise<void> =>
  expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();

/** Presses a button as soon as its lock of 3 s is open. */
export async function pressUnlocked(button: Locator): Promise<void> {
  await unlocked(button);
  await button.click();
}
