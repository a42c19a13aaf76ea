import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { expectAccessible } from './axe.ts';
import { tokenOf } from './members.ts';

/** A page of its own at an address; signed in where a name is given. */
export async function openAs(browser: Browser, url: string, path: string, username?: string): Promise<Page> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  if (username !== undefined) {
    const token = await tokenOf(url, username);
    await context.addInitScript((stored) => {
      sessionStorage.setItem('token', stored);
    }, token);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(url + path);
  return page;
}

export type Fault = { status: number; json?: object } | 'no reply';

/** Puts a fault between browser and server. */
export const fault = (page: Page, call: string, how: Fault) =>
  page.route(`**/api${call}`, (route) =>
    how === 'no reply'
      ? route.abort('internetdisconnected')
      : route.fulfill({ status: how.status, json: how.json ?? { message: 'x' } }),
  );

/** The sentence is shown in a live region; beside a field, the field is tied to it. */
export async function expectSaid(page: Page, sentence: string, label?: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: sentence }).first().waitFor();
  if (label !== undefined) {
    const field = page.getByRole('textbox', { name: label, exact: true });
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
    expect(texts).toContain(sentence);
  }
  await expectAccessible(page);
}
