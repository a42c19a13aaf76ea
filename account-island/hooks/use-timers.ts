import { useEffect, useState } from 'react';

const TICK_MILLISECONDS = 200;

/** Whole seconds that are left, by the clock: a tab that slept catches up. */
export function useCountdown(initialSeconds = 0): [secondsLeft: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + initialSeconds * 1000);
  const [left, setLeft] = useState(initialSeconds);

  useEffect(() => {
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, TICK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [end]);

  const start = (seconds: number) => {
    setLeft(seconds);
    setEnd(Date.now() + seconds * 1000);
  };
  return [left, start];
}

/** Account area, sections 5 and 9. */
const LOCK_MILLISECONDS = 3000;

/** What was sent a moment ago is not sent again at once. */
export function useButtonLock(): [locked: boolean, lock: () => void] {
  const [locked, setLocked] = useState(false);
  useEffect(() => {
    if (!locked) return undefined;
    const timer = setTimeout(() => setLocked(false), LOCK_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [locked]);
  return [locked, () => setLocked(true)];
}

/** The value as soon as it has stayed the same for so long: what is typed is looked up once, not letter by letter. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
