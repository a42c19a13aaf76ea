import { useEffect, useState } from 'react';

/** Account area, sections 5 and 9. */
const LOCK_MILLISECONDS = 3000;

/** What was sent a moment ago is not sent again at once. */
export function useLock(): [locked: boolean, lock: () => void] {
  const [locked, setLocked] = useState(false);
  useEffect(() => {
    if (!locked) return undefined;
    const timer = setTimeout(() => setLocked(false), LOCK_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [locked]);
  return [locked, () => setLocked(true)];
}
