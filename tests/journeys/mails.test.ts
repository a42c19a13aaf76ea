import { describe, expect, it } from 'vitest';
import { findViolations } from '../support/browser/axe.ts';
import { browserJourney } from '../support/browser/journey.ts';
import { excessWidth } from '../support/browser/pages.ts';
import { everyMail, sentHtml } from '../support/jobs/every-mail.ts';

const journey = browserJourney();

describe.each([
  { width: 320, dark: false },
  { width: 1440, dark: true },
])('at $width px, dark: $dark', ({ width, dark }) => {
  it('every email is accessible and fits', async () => {
    const context = await journey.browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
    });
    const page = await context.newPage();
    for (const [name, mail] of Object.entries(everyMail('x'.repeat(60)))) {
      await page.setContent(sentHtml(mail));
      expect({ name, overflow: await excessWidth(page) }).toEqual({ name, overflow: 0 });
      expect({ name, violations: await findViolations(page) }).toEqual({ name, violations: [] });
    }
    await context.close();
  });
});
