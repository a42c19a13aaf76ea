declare global {
  interface Performance {
    getEntriesByType(type: 'navigation'): PerformanceNavigationTiming[];
  }
}

/** Calls back after the first paint, which does not happen while the page is hidden. */
export const afterFirstPaint = (then: PerformanceObserverCallback) =>
  new PerformanceObserver(then).observe({ type: 'paint', buffered: true });

/**
 * Browsers count less than 3 px as no layout shift. A link that stays in its line moves nothing but a few words, so its way
 * along the line counts by a sixteenth.
 */
const UNSEEN_PX = 3;

/** Where the boxes and the lines of links in the window begin. To look into closed details would lay them out. */
const placesInWindow = () =>
  [...document.querySelectorAll(':not(details *)')].flatMap((element) =>
    [...element.getClientRects()].flatMap(({ top, left }) => (top < innerHeight ? [top, left / 16] : [])),
  );

/**
 * Text is first painted in the reader's own fonts, and the site's fonts are loaded afterwards, so that they don't delay
 * it. They replace the reader's on this page where no line in the window would move to another place. Otherwise they are
 * used from the next page on, where they are already loaded: at once after another page of the site, and for an address
 * with an anchor, whose target must not move.
 */
export function loadFonts(): void {
  const { dataset } = document.documentElement;
  const load = async () => {
    // Every face that the text needs: one that arrived later would make the whole page be laid out again.
    await Promise.all(
      ['', 'italic '].map((style) =>
        document.fonts.load(
          `${style}1em Instrument Sans Variable,STIX Two Text Variable`,
          document.body.textContent,
        ),
      ),
    );
    const before = placesInWindow();
    dataset['fonts'] = 'site';
    const after = placesInWindow();
    const isInPlace = (place: number, nth: number) => (place - (after[nth] ?? 0)) ** 2 < UNSEEN_PX ** 2;
    if (!before.every(isInPlace)) dataset['fonts'] = 'reader';
  };
  const isLaterPage =
    document.referrer.startsWith(location.origin) ||
    location.hash ||
    // A reload, Back or Forward.
    performance.getEntriesByType('navigation')[0]?.type !== 'navigate';
  if (isLaterPage) dataset['fonts'] = 'site';
  else afterFirstPaint(load);
}
