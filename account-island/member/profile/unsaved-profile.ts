import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { parseJson } from '../../api/http.ts';
import { readTabItem, removeTabItem, writeTabItem } from '../../api/tab-storage.ts';
import { readToken } from '../../api/token.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { useMember } from '../../ui/use-member.ts';

const STORAGE_KEY = 'unsaved-profile';

const Stored = z.object({ uid: z.string(), content: z.unknown() });

/**
 * Keeps unsaved changes of the profile in this tab, so that they survive a change of panel, Back, a reload and the end of
 * the session. Logging out clears them. `uid` is the author's: by the time the form closes, the token may be another
 * member's.
 */
function storeUnsaved(uid: string, content: unknown): void {
  if (readToken() === null) return;
  // Where storage is full or blocked, a reload loses the content.
  writeTabItem(STORAGE_KEY, JSON.stringify({ uid, content }));
}

/** The unsaved changes of this member; undefined for those of anybody else. */
export function loadUnsaved<S extends z.ZodMiniType>(uid: string, schema: S): z.output<S> | undefined {
  const stored = Stored.safeParse(parseJson(readTabItem(STORAGE_KEY) ?? '')).data;
  return stored && stored.uid === uid ? schema.safeParse(stored.content).data : undefined;
}

/**
 * While there are unsaved changes, the browser asks before the page is left, and they are kept when the page or the panel
 * closes.
 */
export function useAutosave(unsaved: unknown): void {
  const { uid } = useMember();
  const latest = useRef({ uid, unsaved });
  useEffect(() => {
    latest.current = { uid, unsaved };
  });

  useLeaveWarning(unsaved !== undefined);

  useEffect(() => {
    const save = () => {
      const { current } = latest;
      if (current.unsaved === undefined) removeTabItem(STORAGE_KEY);
      else storeUnsaved(current.uid, current.unsaved);
    };
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, []);
}
