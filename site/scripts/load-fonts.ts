declare global {
  interface Performance {
    getEntriesByType(type: 'navigation'): PerformanceNavigationTiming[];
  }
}

/** Calls back after the first paint, which does not happen while the page is hidden. */
export const afterFirstPaint = (then: PerformanceObserverCallback) =>
  new PerformanceObserver(then).observe({ type: 'paint', buffered: true });

/**
 * Text is first painted in the reader's own fonts, and the site's fonts are loaded afterwards, so that they don't delay
 * it. They are used at once after another page of the site, where they are already loaded, and for an address with an
 * anchor, whose target must not move. A reader who has none of the adjusted fonts of styles/fonts.css, so that the text
 * would move, sees the site's from the second page on.
 */
export function loadFonts(): void {
  const show = () => document.documentElement.setAttribute('data-fonts', '');
  const load = () => {
    const loaded = document.fonts.load('1em Instrument Sans Variable,STIX Two Text Variable');
    // Before the site's own have arrived, only an adjusted font can be there.
    for (const { status } of document.fonts) if (status === 'loaded') loaded.then(show);
  };
  // A reload, Back or Forward.
  const isReturn = performance.getEntriesByType('navigation').some(({ type }) => type !== 'navigate');
  if (isReturn || location.hash || document.referrer.startsWith(location.origin)) show();
  else afterFirstPaint(load);
}
