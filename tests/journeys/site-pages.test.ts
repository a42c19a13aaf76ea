import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { crowded } from '../support/browser/crowded.ts';
import { siteJourney, type Visit, visit } from '../support/browser/journey.ts';
import { focused } from '../support/browser/keyboard.ts';
import { fontsAreThere, overflowOf } from '../support/browser/pages.ts';

const journey = siteJourney();

const open = (path: string, view?: Visit) => visit(journey, path, { width: 1440, ...view });

/** The page in the site's own fonts: with others its height differs, and the browser would scroll to compensate. */
async function openInOwnFaces(path: string, view: Visit) {
  const page = await open(path, view);
  if (view.javaScriptEnabled === false) await page.evaluate(() => document.fonts.ready.then(() => {}));
  else await fontsAreThere(page);
  return page;
}

/** Resolves when a frame has been drawn there: a screenshot forces one, even without scripts. */
async function scrollPage(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
  await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
}

const scrolled = (page: Page) => page.evaluate(() => scrollY);

const visibility = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).visibility);

it.each([{ width: 390 }, { width: 1440, javaScriptEnabled: false }])(
  'the page %j leaves 100 px above the linked year and marks its link, and shows the compact header once scrolled past the header’s height plus 50 px, and the link to the top after 300 px',
  async (view) => {
    const page = await openInOwnFaces('/news', view);
    await page.locator('.years').getByRole('link', { name: '2023' }).click();
    const top = await page.locator('#y2023').evaluate((year) => year.getBoundingClientRect().top);
    expect(Math.round(top)).toBe(100);
    const marks = page.locator('.years a');
    const shown = await marks.evaluateAll((links) =>
      links
        .filter((link) => getComputedStyle(link, '::before').opacity === '1')
        .map((link) => link.textContent),
    );
    expect(shown).toEqual(['2023']);
    const height = await page.locator('.header').evaluate((header) => header.getBoundingClientRect().height);
    for (const [part, from] of [
      ['.header-compact', height + 50],
      ['.back-to-top', 300],
    ] as const) {
      await scrollPage(page, from - 1);
      expect(await visibility(page, part)).toBe('hidden');
      await scrollPage(page, from + 2);
      expect(await visibility(page, part)).toBe('visible');
    }
    await page.getByRole('link', { name: 'Back to top' }).click();
    await expect.poll(() => scrolled(page)).toBe(0);
  },
);

it('without scripts, the menu on a phone opens, Escape closes it, and pages that need scripts ask for them', async () => {
  const page = await open('/', { width: 390, javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  expect(await menu.getByRole('link').allTextContents()).toHaveLength(10);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  for (const [path, sentence] of [
    ['/proof', 'Checking this card...'],
    ['/unsubscribe', 'Unsubscribe'],
  ]) {
    await page.goto(`${journey.server.url}${path}`);
    expect(await page.locator('main noscript').textContent()).toContain('Turn on JavaScript in your browser');
    const needsScripts = page.locator('main :is(p, button)', { hasText: new RegExp(`^${sentence}$`) });
    expect([path, await needsScripts.count(), await needsScripts.isVisible()]).toEqual([path, 1, false]);
  }
});

it('the open menu on a phone fits text twice as large, and has the focus until Escape gives it back, at the top and scrolled', async () => {
  const page = await open('/news#y2024', { width: 390 });
  await fontsAreThere(page);
  for (const [nth, y] of [0, 900].entries()) {
    await scrollPage(page, y);
    const opener = page.locator('.menu-button').nth(nth);
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Close');
    for (const key of ['Tab', 'Shift+Tab']) {
      const stops = new Set<string>();
      for (let steps = 0; steps < 30; steps++) {
        await page.keyboard.press(key);
        stops.add(
          await page.evaluate(
            () => document.activeElement?.closest('.mobile-menu, main, header, section')?.className ?? '',
          ),
        );
      }
      expect([...stops].filter(Boolean)).toEqual(['mobile-menu']);
    }
    const setTextSize = (size: string) =>
      page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
    await setTextSize('200%');
    expect([await overflowOf(page), await crowded(page)]).toEqual([0, []]);
    await setTextSize('');
    await page.keyboard.press('Escape');
    await page.locator('.mobile-menu').waitFor({ state: 'hidden' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  }
});

it('the keyboard can skip to the content and never reaches hidden elements', async () => {
  const page = await open('/news');
  // At the top, the compact header is hidden.
  const within = await page
    .locator('.header-compact a')
    .first()
    .evaluate((link) => {
      link.focus();
      return document.activeElement === link;
    });
  expect(within).toBe(false);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('2026');
});
