import type { Page } from 'playwright-core';

/** Words of titles, links and buttons that are broken between two lines, and links and buttons that overlap others. */
export const crowded = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const isBroken = (text: Text) =>
      [...text.data.matchAll(/[\p{L}\p{N}]+/gu)].some(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      });
    const broken = [...document.querySelectorAll('h1, h2, h3, h4, .header a, button, .mobile-menu a')].filter(
      (element) =>
        isSeen(element) && [...element.childNodes].some((node) => node instanceof Text && isBroken(node)),
    );
    const bars = '.header, .header-compact, .mobile-menu';
    const controls = [...document.querySelectorAll(bars)]
      .filter(isSeen)
      .map((bar) => [...bar.querySelectorAll('a, button')].filter(isSeen));
    const overlapping = controls.flatMap((all) =>
      all.filter((one, at) => {
        const a = one.getBoundingClientRect();
        return all.slice(at + 1).some((other) => {
          const b = other.getBoundingClientRect();
          return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        });
      }),
    );
    return [...broken, ...overlapping].map(({ textContent }) => textContent);
  });
