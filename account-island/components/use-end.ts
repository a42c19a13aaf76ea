import { type RefObject, useEffect, useRef, useState } from 'react';

/** Account area, section 9. */
const NEAR_PIXELS = 10;

/** Whether an element at the end of a panel has come into the window, or within 10 px of it. */
export function useEnd(): [end: RefObject<HTMLDivElement | null>, isReached: boolean] {
  const end = useRef<HTMLDivElement>(null);
  const [isReached, setIsReached] = useState(true);

  useEffect(() => {
    if (!end.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.rootBounds) setIsReached(entry.boundingClientRect.top <= entry.rootBounds.bottom);
      },
      { rootMargin: `0px 0px ${NEAR_PIXELS}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);

  return [end, isReached];
}
