/** When what the page came with has been painted; at once where the page is out of sight, which paints nothing. */
export const painted = (): Promise<unknown> =>
  document.hidden
    ? Promise.resolve()
    : new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }));
