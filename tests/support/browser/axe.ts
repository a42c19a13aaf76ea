import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** A third of `axe.source`, which has its comments. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The violations of WCAG 2.2 AA in a part of the page, by default all of it. */
export const findAccessViolations = (page: Page, part?: string) =>
  findViolations(page, { runOnly: { type: 'tag', values: TAGS } }, part);

/** The selectors of what axe looks at, and of what it leaves out there. */
interface Part {
  include: string[];
  exclude: string[];
}

/**
 * The violations that axe finds in a part of the page by the rules of the options, by default all: the rule and the
 * elements. Transitions are ended before: colours on their way from one view to another are no state. Of long lists of options
 * axe sees the first ten and the selected one, and of the rows of a table the first five.
 */
export async function findViolations(page: Page, options: axe.RunOptions = {}, part: string | Part = 'html') {
  // Compiling it again takes as long as a check.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(SOURCE);
  // Only the violations leave the page: transferring everything that passed takes six times as long as the check.
  return page.evaluate(
    async ({ part, ...given }) => {
      for (const animation of document.getAnimations())
        if (animation instanceof CSSTransition) animation.finish();
      // Axe needs three times as long for a page with a list of all countries, whose options are alike, as rows are.
      const lists = [...document.querySelectorAll('select')].map((list) => [...list.options]);
      for (const options of lists)
        for (const option of options.slice(10)) if (!option.selected) option.remove();
      const rows = [...document.querySelectorAll<HTMLElement>('tbody > tr:nth-child(n + 6)')];
      for (const row of rows) row.style.setProperty('display', 'none', 'important');
      // biome-ignore lint/suspicious/noExplicitAny: axe put itself there
      const { violations } = await (globalThis as any).axe.run(part, given);
      for (const options of lists)
        for (const [at, option] of options.entries())
          if (option.parentNode === null) options[at - 1]?.after(option);
      for (const row of rows) row.style.removeProperty('display');
      // biome-ignore lint/suspicious/noExplicitAny: as above
      return violations.map(({ id, nodes }: any) => ({ id, at: nodes.map(({ html }: any) => html) }));
    },
    // The only frame, an email's preview, runs no scripts: axe could not look into it.
    { part, resultTypes: ['violations' as const], iframes: false, ...options },
  );
}
