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
