/** Calls back after the first paint, which never happens while the page is out of sight. */
export const afterFirstPaint = (then: PerformanceObserverCallback) =>
  new PerformanceObserver(then).observe({ type: 'paint', buffered: true });

/**
 * Text is painted in the reader's own fonts first, and the site's fonts are loaded after that, so that they don't delay it. They are
 * used at once after another page of the site, where they are loaded already, and where the address leads to a place within the page,
 * which must not move.
 */
export function loadFonts(): void {
  const show = () => document.documentElement.setAttribute('data-fonts', '');
  const visits = performance.getEntriesByType('navigation');
  const begins = visits.some((visit) => visit.toJSON().type === 'navigate');
  if (begins && !location.hash && !document.referrer.startsWith(location.origin)) afterFirstPaint(show);
  else show();
}
