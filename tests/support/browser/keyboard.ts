import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The accessible name of the focused element; empty without one. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLLabelElement>)] : [];
    return (labels[0] ?? element).textContent?.trim() ?? '';
  });

/** Presses Tab until the named control has the focus; every stop on the way must be visible. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).startsWith(name)) {
      await expectFocusSeen(page);
      return;
    }
  }
  throw new Error(`The Tab key does not come to "${name}"`);
}

/** The focused element is in the window, and neither the header nor the fade covers all of it. */
async function expectFocusSeen(page: Page): Promise<void> {
  const isSeen = () =>
    page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect();
      if (!box) return false;
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return top !== null && (document.activeElement?.contains(top) || top.contains(document.activeElement));
    });
  await expect.poll(isSeen).toBe(true);
}

/** Goes by Tab to the button or link, once it is there. */
export async function reach(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().waitFor();
  await tabTo(page, name);
}

/** Goes by Tab to the button or link, and presses Enter. */
export async function press(page: Page, name: string): Promise<void> {
  await reach(page, name);
  await page.keyboard.press('Enter');
}

/** Goes by Tab to the field, and replaces what is in it. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).first().waitFor();
  await tabTo(page, label);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}
