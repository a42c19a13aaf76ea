declare global {
  interface Performance {
    getEntriesByType(type: 'navigation'): PerformanceNavigationTiming[];
  }
}

/** Calls back after the first paint, which does not happen while the page is hidden. */
export const afterFirstPaint = (then: PerformanceObserverCallback) =>
  new PerformanceObserver(then).observe({ type: 'paint', buffered: true });

/** Where every box and every line of a link in the window begins. To look into closed details would lay them out. */
const topsInWindow = (parent: Element): number[] =>
  [...parent.children].flatMap((child) => {
    const tops = Array.from(child.getClientRects(), ({ top }) => top).filter((top) => top < innerHeight);
    return tops.length === 0 || child.localName === 'details' ? tops : [...tops, ...topsInWindow(child)];
  });

/** The most that a box may move: browsers count less as no layout shift. */
const UNSEEN_PX = 3;

/**
 * Text is first painted in the reader's own fonts, and the site's fonts are loaded afterwards, so that they don't delay
 * it. They replace the reader's on this page where no line in the window would move to another place. Otherwise they are
 * used from the next page on, where they are already loaded: at once after another page of the site, and for an address
 * with an anchor, whose target must not move.
 */
export function loadFonts(): void {
  const { dataset } = document.documentElement;
  const use = (fonts: 'site' | 'reader') => {
    dataset['fonts'] = fonts;
  };
  const load = async () => {
    await document.fonts.load('1em Instrument Sans Variable,STIX Two Text Variable');
    const before = topsInWindow(document.body);
    use('site');
    const after = topsInWindow(document.body);
    const hasMoved = (top: number, index: number) => !(Math.abs(top - Number(after[index])) < UNSEEN_PX);
    if (before.length !== after.length || before.some(hasMoved)) use('reader');
  };
  // A reload, Back or Forward.
  const isReturn = performance.getEntriesByType('navigation').some(({ type }) => type !== 'navigate');
  if (isReturn || location.hash || document.referrer.startsWith(location.origin)) use('site');
  else afterFirstPaint(load);
}
