/** Says when what the page came with has been painted, which is never while the page is out of sight. */
export const afterFirstPaint = (then: PerformanceObserverCallback) =>
  new PerformanceObserver(then).observe({ type: 'paint', buffered: true });

/**
 * The words are painted in the reader's own faces, and the site's are asked for after that: they must not hold up the
 * words. They are there at once for one who comes from another page of the site and has them already, and for one who
 * comes to a place within the page, which must not move under their eyes.
 */
export function loadFonts(): void {
  const show = () => document.documentElement.setAttribute('data-fonts', '');
  const visits = performance.getEntriesByType('navigation');
  const begins = visits.some((visit) => 'type' in visit && visit.type === 'navigate');
  if (begins && !location.hash && !document.referrer.startsWith(location.origin)) afterFirstPaint(show);
  else show();
}
