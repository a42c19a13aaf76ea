import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NoticeMessage } from '../text/errors.ts';

/**
 * The item that a screen's dialog is open for, and the notice of what was done, until the next dialog. What was done
 * affects the queries of `invalidates`, which are read again.
 */
export function useItemDialog<Item>(...invalidates: readonly QueryKey[]) {
  const client = useQueryClient();
  const [item, setItem] = useState<Item>();
  const [notice, setNotice] = useState<NoticeMessage>();
  return {
    item,
    notice,
    setNotice,
    open: (next: Item) => {
      setNotice(undefined);
      setItem(next);
    },
    /** Closes the dialog and says what was done, if anything was. */
    end: (text?: string) => {
      setItem(undefined);
      if (text === undefined) return;
      setNotice({ tone: 'success', text });
      for (const queryKey of invalidates) client.invalidateQueries({ queryKey });
    },
  };
}
