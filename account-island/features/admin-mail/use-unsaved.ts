import { useEffect, useRef } from 'react';
import type { Letter } from './compose/letter.ts';
import { forgetUnsaved, keepUnsaved } from './unsaved-message.ts';

/**
 * While something is not saved, the browser asks before the page goes, and the letter is kept when the panel or the page
 * does. Returns the function that says that nothing of it is to be kept.
 */
export function useUnsaved(letter: Letter, isUnsaved: boolean): () => void {
  const unsaved = useRef<Letter>(undefined);

  useEffect(() => {
    unsaved.current = isUnsaved ? letter : undefined;
  }, [letter, isUnsaved]);

  useEffect(() => {
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsaved]);

  useEffect(() => {
    const keep = () => (unsaved.current ? keepUnsaved(unsaved.current) : forgetUnsaved());
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, []);

  return () => {
    unsaved.current = undefined;
  };
}
