import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The accessible name of the focused element; empty without one. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLLabelElement>)] : [];
    return (labels[0] ?? element).textContent?.trim() || element.ariaLabel || '';
  });

const startsWith = (text: string): RegExp =>
  new RegExp(`^\\s*${text.replaceAll(/[^\w\s]/g, String.raw`\$&`)}`);

/** Presses Tab, once the named control is there, until it has the focus; where Tab comes to must be visible. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const named = page
    .locator('a, button, label, summary, [tabindex]')
    .filter({ hasText: startsWith(name) })
    .or(page.getByRole('checkbox', { name: startsWith(name) }));
  await named.filter({ visible: true }).first().waitFor();
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

/** Goes by Tab to the button or link, and presses Enter. */
export async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Goes by Tab to the field, and replaces what is in it. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}
