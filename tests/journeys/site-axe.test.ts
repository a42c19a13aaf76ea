import { expect, it, onTestFinished } from 'vitest';
import { findViolations } from '../support/browser/axe.ts';
import { siteJourney, visit } from '../support/browser/journey.ts';
import { openPage } from '../support/browser/pages.ts';
import { isTurnOf } from '../support/sizes.ts';

const journey = siteJourney();

/** People's pages have one template: one of them with many records, one with few, and one of a sample. */
const isWalked = (path: string) =>
  !['/login', '/user', '/card'].includes(path) &&
  (!path.startsWith('/people/') || /\/(minhyuk-sung|adam-bosak|utah-teapot)$/.test(path));

/** Awards have one template too: their colours are those of an award with a winner and of one without. */
const isOfItsOwn = (path: string) => !path.startsWith('/awards/') || /\/(lifetime2025|young2019)$/.test(path);

// In the small size, the pages take turns.
it.each([
  [390, 'light', isWalked, 0],
  [1440, 'dark', (path: string) => isWalked(path) && isOfItsOwn(path), 1],
] as const)(
  'every kind of page satisfies axe and the content security policy at %i px, %s',
  async (width, colorScheme, isChosen, turn) => {
    const viewport = { width, height: 900 };
    const context = await journey.browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
    onTestFinished(() => context.close());
    const { page, expectCleanConsole } = await openPage(context);
    const pages = journey.server.pages.filter((_, place) => isTurnOf(turn, place, 2));
    for (const path of pages.filter(isChosen)) {
      await page.goto(journey.server.url + path);
      expect([path, await findViolations(page)]).toEqual([path, []]);
    }
    expectCleanConsole();
  },
);

it('speakers are in alphabetical order, with photos of 215 × 282', async () => {
  const { page } = await visit(journey, '/asiagraphics-workshop-on-intelligent-graphics', { width: 1440 });
  const names = await page.locator('.profile h3').allTextContents();
  const last = names.map((name) => name.trim().split(' ').at(-1));
  expect(last).toEqual(last.toSorted((a, b) => String(a).localeCompare(String(b), 'en')));
  const photos = page.locator('.profile .portrait');
  const sizes = await photos.evaluateAll((all) =>
    all.map((photo) => [photo.clientWidth, photo.clientHeight].join(' × ')),
  );
  expect([names.length, [...new Set(sizes)]]).toEqual([20, ['215 × 282']]);
});
