import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { register, tokenOf } from '../api/members.ts';
import { productJourney } from './journey.ts';
import { pressUnlocked } from './pages.ts';
import { takeWindow } from './windows.ts';

/** The product, a browser, and two members, teapot_1975 and bunny_1994. */
export function errorJourney() {
  const journey = productJourney();
  beforeAll(() =>
    Promise.all(['teapot_1975', 'bunny_1994'].map((name) => register(journey.server.url, name))),
  );

  /** A page at a path, whose calls may be prepared before; with a username, signed in for this tab. */
  async function open(
    path: string,
    username?: string,
    prepare: (page: Page) => Promise<unknown> = async () => {},
  ): Promise<Page> {
    const { page } = await takeWindow(journey.browser, {
      isRemembered: false,
      hasClock: true,
      ...(username !== undefined && { session: await tokenOf(journey.server.url, username) }),
    });
    await prepare(page);
    await page.goto(journey.server.url + path);
    return page;
  }

  return { journey, open };
}

/** Presses a button whose lock of 3 s has ended by the page's clock. */
export const pressAgain = (page: Page, name: string): Promise<void> =>
  pressUnlocked(page.getByRole('button', { name }));

/** What the browser gets instead of the server's reply. */
export type SentReply = { status: number; json?: object } | 'no reply';

export const replyTo = (page: Page, call: string, reply: SentReply) =>
  page.route(`**/api${call}`, (route) =>
    reply === 'no reply'
      ? route.abort('internetdisconnected')
      : route.fulfill({ status: reply.status, json: reply.json ?? { message: 'x' } }),
  );

/** The sentence is in a live region and, with `label`, connected to that field. */
export async function expectNotice(page: Page, sentence: string, label?: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: sentence }).first().waitFor();
  if (label !== undefined) {
    const field = page.getByRole('textbox', { name: label, exact: true });
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
    expect(texts).toContain(sentence);
  }
}
