import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { parseJson } from '../api/http.ts';
import { readTabItem, removeTabItem, writeTabItem } from '../api/tab-storage.ts';
import { readToken } from '../api/token.ts';
import { useMember } from './use-member.ts';

/** The long forms whose unsaved content is kept; an email is saved as a draft instead. */
type FormName = 'profile';

const storageKey = (form: FormName) => `unsaved-${form}`;

const Stored = z.object({ uid: z.string(), content: z.unknown() });

/**
 * Keeps the unsaved content of a form in this tab, so that it survives a change of panel, Back, a reload and the end of the
 * session. Logging out clears it. `uid` is the author's: by the time a form closes, the token may be another member's.
 */
function storeUnsaved(form: FormName, uid: string, content: unknown): void {
  if (readToken() === null) return;
  // Where storage is full or blocked, a reload loses the content.
  writeTabItem(storageKey(form), JSON.stringify({ uid, content }));
}

const clearUnsaved = (form: FormName): void => removeTabItem(storageKey(form));

/** The unsaved content of this member; undefined for that of anybody else. */
export function loadUnsaved<S extends z.ZodMiniType>(
  form: FormName,
  uid: string,
  schema: S,
): z.output<S> | undefined {
  const stored = Stored.safeParse(parseJson(readTabItem(storageKey(form)) ?? '')).data;
  return stored && stored.uid === uid ? schema.safeParse(stored.content).data : undefined;
}

/** While there is unsaved content, the browser asks before the page is left. */
export function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}

/**
 * While there is unsaved content, the browser asks before the page is left, and the content is kept when the page or the
 * panel closes.
 */
export function useAutosave(form: FormName, unsaved: unknown): void {
  const { uid } = useMember();
  const latest = useRef({ uid, unsaved });
  useEffect(() => {
    latest.current = { uid, unsaved };
  });

  useLeaveWarning(unsaved !== undefined);

  useEffect(() => {
    const save = () => {
      const { current } = latest;
      if (current.unsaved === undefined) clearUnsaved(form);
      else storeUnsaved(form, current.uid, current.unsaved);
    };
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [form]);
}
