import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Axe finds nothing against WCAG 2.2 AA in what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async (values) => {
    // biome-ignore lint/suspicious/noExplicitAny: axe put itself there
    const { violations } = await (globalThis as any).axe.run(document, { runOnly: { type: 'tag', values } });
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return violations.map(({ id, nodes }: any) => ({ id, at: nodes.map(({ html }: any) => html) }));
  }, TAGS);
  expect(violations).toEqual([]);
}
