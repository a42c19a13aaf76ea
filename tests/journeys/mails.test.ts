import { describe, expect, it } from 'vitest';
import { findViolations } from '../support/browser/axe.ts';
import { browserJourney } from '../support/browser/journey.ts';
import { excessWidth } from '../support/browser/pages.ts';
import { everyMail, sentHtml } from '../support/jobs/every-mail.ts';

const journey = browserJourney();

describe.each([320, 1440])('at %d px', (width) => {
  it('every email fits, and is accessible in light and in dark mode', async () => {
    const context = await journey.browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    for (const [name, mail] of Object.entries(everyMail('x'.repeat(60)))) {
      await page.setContent(sentHtml(mail));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const found = { overflow: await excessWidth(page), violations: await findViolations(page) };
        expect({ name, colorScheme, ...found }).toEqual({ name, colorScheme, overflow: 0, violations: [] });
      }
    }
    await context.close();
  });
});
