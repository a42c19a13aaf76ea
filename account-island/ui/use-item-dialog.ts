import { useState } from 'react';
import type { NoticeMessage } from '../text/errors.ts';

/** The item that a screen's dialog is open for, and the notice of what was done, until the next dialog. */
export function useItemDialog<Item>() {
  const [item, setItem] = useState<Item>();
  const [notice, setNotice] = useState<NoticeMessage>();
  const close = () => setItem(undefined);
  return {
    item,
    notice,
    setNotice,
    open: (next: Item) => {
      setNotice(undefined);
      setItem(next);
    },
    close,
    /** Closes the dialog and says what was done, if anything was. */
    done: (text?: string) => {
      close();
      if (text !== undefined) setNotice({ tone: 'success', text });
    },
  };
}
