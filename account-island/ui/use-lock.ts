import { useEffect, useState } from 'react';

/** A lock that opens by itself after some time. */
export function useLock(milliseconds: number): [locked: boolean, lock: () => void] {
  const [locked, setLocked] = useState(false);
  useEffect(() => {
    if (!locked) return undefined;
    const timer = setTimeout(() => setLocked(false), milliseconds);
    return () => clearTimeout(timer);
  }, [locked, milliseconds]);
  return [locked, () => setLocked(true)];
}
