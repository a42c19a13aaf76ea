import { join } from 'node:path';
import type { RunOptions } from 'axe-core';
import { expect, it } from 'vitest';
import { findViolations } from '../support/browser/axe.ts';
import { siteJourney } from '../support/browser/journey.ts';
import { excessWidth } from '../support/browser/pages.ts';
import { everyMail, sentCampaignHtml, sentHtml } from '../support/jobs/every-mail.ts';

const PICTURE = join(import.meta.dirname, '../../content/webinars/speakers/klein-bottle.png');

/** What a mail in other colours can break. */
const COLOUR_RULES: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

const journey = siteJourney();

it('every email fits 320 px, and is accessible in light and in dark mode', async () => {
  const context = await journey.browser.newContext({ viewport: { width: 320, height: 900 } });
  const page = await context.newPage();
  await page.route('https://www.example.org/mail-images/*', (route) => route.fulfill({ path: PICTURE }));
  const longWord = 'x'.repeat(60);
  const mails = Object.entries(everyMail({ firstName: longWord })).map(
    ([name, mail]) => [name, sentHtml(mail)] as const,
  );
  for (const [name, html] of [...mails, ['campaign', await sentCampaignHtml(longWord)] as const]) {
    await page.setContent(html);
    for (const [colorScheme, rules] of [
      ['light', {}],
      ['dark', COLOUR_RULES],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      // The subject of a campaign stands above its text, in the email program.
      const violations = (await findViolations(page, rules)).filter(
        ({ id }: { id: string }) => name !== 'campaign' || id !== 'page-has-heading-one',
      );
      const found = { overflow: await excessWidth(page), violations };
      expect({ name, colorScheme, ...found }).toEqual({ name, colorScheme, overflow: 0, violations: [] });
    }
  }
  await context.close();
});
