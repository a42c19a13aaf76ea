import type { Browser, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { press, tabTo } from './keyboard.ts';
import { endLocks, fetchReply, openDevTools, overflowOf, sees } from './pages.ts';
import { openUserCenter, openWindow, type View } from './user-center.ts';

/** On the first, everything is pressed twice; on the second, what is sent fails the first time. */
const lines = [
  {
    name: '390 px, keyboard, slow, pressed twice',
    view: { width: 390, dark: true, hasClock: true },
    isSlow: true,
  },
  {
    name: '1440 px, keyboard, offline for a moment',
    view: { width: 1440, dark: false, hasClock: true },
    isSlow: false,
  },
];

const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Session check failed|Failed to load resource.* 4\d\d/;

type Line = ReturnType<typeof lineOf> & { story: (name: string, run: () => Promise<unknown>) => void };

/** Tells the stories: the lines take turns. */
export function onEachLine(
  journey: { browser: Browser; server: { url: string } },
  tell: (line: Line) => void,
): void {
  for (const [place, line] of lines.entries())
    describe(line.name, () => {
      let stories = 0;
      tell({
        ...lineOf(journey, line),
        story: (name, run) => {
          stories += 1;
          if (stories % lines.length === place) it(name, run);
        },
      });
    });
}

function lineOf(
  journey: { browser: Browser; server: { url: string } },
  { view, isSlow }: (typeof lines)[number],
) {
  const prepare = async (page: Page) => {
    if (isSlow) await slowDown(page);
    return page;
  };
  return {
    isSlow,
    /** A username of this line's own. */
    named: (name: string) => `${name}_${view.width}`,

    /** A guest's window on the login page. */
    async visitLogin(more: View = {}): Promise<Page> {
      const page = await prepare(await openWindow(journey.browser, { ...view, expected, ...more }));
      await openLogin(page, journey.server.url);
      return page;
    },

    /** The window of a member on a page of the user center. */
    enter: async (username: string, path: string, more: View = {}): Promise<Page> =>
      prepare(
        await openUserCenter(journey.browser, journey.server.url, username, path, {
          ...view,
          expected,
          ...more,
        }),
      ),

    /** Goes to a button that opens something, and presses it. */
    async open(page: Page, name: string): Promise<void> {
      await press(page, name);
      if (isSlow) await once(page);
    },

    /** Chooses from the user center's menu, which small screens fold under the title of the present page. */
    async choose(page: Page, present: string, item: string): Promise<void> {
      await page.getByRole('heading', { name: present, level: 2 }).waitFor();
      if (view.width < 600) {
        await tabTo(page, present);
        await once(page);
      }
      await press(page, item);
      if (isSlow) await once(page);
    },

    /** Presses Enter at the focused control, which sends something; `again` comes back to it after the failure. */
    async send(
      page: Page,
      { notice = "Can't connect to the server.", again = once }: Sending = {},
    ): Promise<void> {
      if (isSlow) {
        await once(page);
        await once(page);
        return;
      }
      await page.context().setOffline(true);
      await once(page);
      await sees(page, notice);
      await expectAccessible(page);
      await page.context().setOffline(false);
      await expectNoLock(page);
      await again(page);
    },

    /** Presses Enter at the focused control: the server does what it is asked, but its reply is lost. */
    async sendAndLoseReply(page: Page, call: string, notice: string): Promise<void> {
      const loseReply = async (route: Route) => {
        await fetchReply(route);
        await route.abort();
      };
      await page.route(`**/api${call}`, loseReply, { times: 1 });
      await once(page);
      if (isSlow) await once(page);
      await sees(page, notice);
      await expectNoLock(page);
    },
  };
}

interface Sending {
  notice?: string;
  again?: (page: Page) => Promise<void>;
}

const once = (page: Page) => page.keyboard.press('Enter');

export async function slowDown(page: Page): Promise<void> {
  const devTools = await openDevTools(page);
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

/** The login page, once it reacts. */
export async function openLogin(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator('astro-island:not([ssr])').waitFor();
}

/** Resolves when no form is in its lock of 3 s. */
export async function expectNoLock(page: Page): Promise<void> {
  await endLocks(page);
  await expect.poll(() => page.locator('button[type=submit][aria-disabled=true]').count()).toBe(0);
}

/** The page is accessible and as wide as its window. */
export async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await overflowOf(page)).toBe(0);
}
