import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';

/** As long as the systems wait for a second click. */
export const DOUBLE_CLICK_MS = 500;

/**
 * Props for what a button opens and what takes the focus from it: a second press of the key or the mouse that opened it
 * presses nothing inside. Any other key and any input end the waiting at once. `opened` changes with each opening.
 */
export function useIgnoreSecondPress(opened?: unknown) {
  const isOver = useRef(false);
  const end = () => {
    isOver.current = true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening begins anew
  useEffect(() => {
    isOver.current = false;
    const timer = setTimeout(end, DOUBLE_CLICK_MS);
    return () => clearTimeout(timer);
  }, [opened]);
  return {
    onInputCapture: end,
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      if (key !== 'Enter' && key !== ' ') end();
    },
    onClickCapture: (event: MouseEvent) => {
      // A key's click has no count, the second of a double click has two; Enter in a field clicks the form's button.
      if (isOver.current || event.detail === 1) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
