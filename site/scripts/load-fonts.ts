/** Calls back after the first paint, which does not happen while the page is hidden. */
export const afterFirstPaint = (then: PerformanceObserverCallback) =>
  new PerformanceObserver(then).observe({ type: 'paint', buffered: true });

/**
 * Text is first painted in the reader's own fonts, and the site's fonts are loaded afterwards, so that they don't delay
 * it. They are used at once after another page of the site, where they are already loaded, and for an address with an
 * anchor, whose target must not move.
 */
export function loadFonts(): void {
  const show = () => document.documentElement.setAttribute('data-fonts', '');
  const [visit] = performance.getEntriesByType('navigation');
  if (visit?.toJSON().type === 'navigate' && !location.hash && !document.referrer.startsWith(location.origin))
    afterFirstPaint(show);
  else show();
}
