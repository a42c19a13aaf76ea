import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { register, tokenOf } from '../api/members.ts';
import { productJourney } from './journey.ts';

/** The product, a browser, and two members, teapot_1975 and bunny_1994. */
export function catalogueJourney() {
  const journey = productJourney();
  beforeAll(() =>
    Promise.all(['teapot_1975', 'bunny_1994'].map((name) => register(journey.server.url, name))),
  );

  /** Windows that earlier tests have left. */
  const free: Page[] = [];

  /** A page at a path, in a window that nobody uses; with a username, signed in. */
  async function open(path: string, username?: string): Promise<Page> {
    const token = username === undefined ? '' : await tokenOf(journey.server.url, username);
    const page = free.pop() ?? (await journey.browser.newPage({ reducedMotion: 'reduce' }));
    onTestFinished(async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      free.push(page);
    });
    const script = await page.addInitScript((stored) => {
      localStorage.clear();
      sessionStorage.clear();
      if (stored) sessionStorage.setItem('token', stored);
    }, token);
    await page.goto(journey.server.url + path);
    await script.dispose();
    return page;
  }

  return { journey, open };
}

export type Fault = { status: number; json?: object } | 'no reply';

/** Puts a fault between browser and server. */
export const injectFault = (page: Page, call: string, how: Fault) =>
  page.route(`**/api${call}`, (route) =>
    how === 'no reply'
      ? route.abort('internetdisconnected')
      : route.fulfill({ status: how.status, json: how.json ?? { message: 'x' } }),
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
