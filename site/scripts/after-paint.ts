/** Says when what the page came with has been painted, which is never while the page is out of sight. */
export const afterPaint = (then: PerformanceObserverCallback) =>
  new PerformanceObserver(then).observe({ type: 'paint', buffered: true });
